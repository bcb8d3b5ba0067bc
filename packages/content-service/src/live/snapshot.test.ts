import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReadModel, type ReadModel } from '@vidhi/content-engine';
import { newsCollections } from '@vidhi/content-engine/testing.ts';
import { readSnapshot } from './read-snapshot.ts';
import { fingerprintOf, FORMAT, SnapshotError, type SnapshotHeader } from './snapshot-format.ts';
import { writeSnapshot } from './write-snapshot.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-snapshot-'));
  path = join(folder, 'model.snapshot');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const aModel = (): ReadModel =>
  createReadModel(newsCollections, { longTextDirectory: join(folder, 'bodies') });
const POSTS = 450;

function aFullModel(mark = ''): ReadModel {
  const model = aModel();
  model.upsert('category', { id: 3, name: 'Tax', slug: 'tax' });
  for (let id = 1; id <= POSTS; id += 1)
    model.upsert('post', {
      id,
      title: `Post ${id} ${mark}`,
      slug: `post-${id}`,
      content: id % 7 === 0 ? null : `<p>“Text” of ${id} — ${'x'.repeat(id)}</p>`,
      categories: [3],
      publish_date: '2026-11-01T10:00:00.000Z',
      publishedAt: '2026-11-01T10:00:00.000Z',
    });
  return model;
}

const headerOf = (model: ReadModel, values: Partial<SnapshotHeader> = {}): SnapshotHeader => ({
  kind: 'header',
  format: FORMAT,
  fingerprint: fingerprintOf(model.schemas, '1'),
  freshAt: 1_000,
  clusterId: 'c',
  positions: { 'news.posts': '12' },
  ...values,
});

const REVISIONS = new Map([
  [
    'post',
    new Map([
      [1, 4],
      [2, 9],
      [900, 7],
    ]),
  ],
]);

async function write(model: ReadModel, values: Partial<SnapshotHeader> = {}): Promise<void> {
  await writeSnapshot(path, { model, revisions: REVISIONS, header: headerOf(model, values) });
}

async function read(): Promise<{ model: ReadModel; header: SnapshotHeader; revisions: string[] }> {
  const model = aModel();
  const revisions: string[] = [];
  const header = await readSnapshot(path, {
    model,
    fingerprint: fingerprintOf(model.schemas, '1'),
    put(name, document, revision) {
      if (revision > 0) revisions.push(`${name} ${document.id} ${revision}`);
      model.upsert(name, document);
    },
    putTombstone: (name, id, revision) => revisions.push(`${name} ${id} ${revision} removed`),
  });
  return { model, header, revisions };
}

describe('a snapshot', () => {
  it('restores all documents with their texts, and the revisions of removed ones', async () => {
    const before = aFullModel();
    await write(before);
    const { model, header, revisions } = await read();
    expect(model.list('post')).toEqual(before.list('post'));
    expect(model.list('category')).toEqual(before.list('category'));
    expect([header.positions, header.clusterId, header.freshAt]).toEqual([
      { 'news.posts': '12' },
      'c',
      1_000,
    ]);
    expect(revisions).toEqual(['post 1 4', 'post 2 9', 'post 900 7 removed']);
  });

  it('of a restored model contains the same documents, and those changed since', async () => {
    await write(aFullModel());
    const { model } = await read();
    model.upsert('post', { ...model.get('post', 5), id: 5, content: '<p>New</p>' });
    model.remove('post', 6);
    const expected = model.list('post');
    await write(model);
    expect((await read()).model.list('post')).toEqual(expected);
  });

  it('still serves its texts after its file was replaced by another one', async () => {
    await write(aFullModel());
    const { model } = await read();
    const before = model.get('post', 8);
    await write(aFullModel('other'));
    expect(model.get('post', 8)).toEqual(before);
  });

  it('is rejected when any of its bytes is changed', async () => {
    await write(aFullModel());
    const bytes = readFileSync(path);
    for (const at of [5, 60, 700, Math.floor(bytes.length / 2), bytes.length - 3]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      writeFileSync(path, damaged);
      await expect(read(), `byte ${at}`).rejects.toThrow(SnapshotError);
    }
  });

  it('is rejected when it is truncated anywhere', async () => {
    await write(aFullModel());
    const bytes = readFileSync(path);
    for (const length of [0, 6, 12, 40, Math.floor(bytes.length / 2), bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length));
      await expect(read(), `${length} bytes`).rejects.toThrow(SnapshotError);
    }
  });

  it('is rejected when its format or its declarations differ', async () => {
    await write(aFullModel(), { format: FORMAT - 1 });
    await expect(read()).rejects.toThrow('the format is 0');
    await write(aFullModel(), { fingerprint: 'other' });
    await expect(read()).rejects.toThrow('declarations');
  });

  it('remains the previous one when the process ends or the disk is full at any write', async () => {
    const before = aFullModel();
    await write(before);
    const after = aFullModel('after');
    const source = { model: after, revisions: REVISIONS, header: headerOf(after) };
    for (let failAt = 1; ; failAt += 1) {
      let writes = 0;
      const writing = writeSnapshot(path, source, async (file, buffers) => {
        writes += 1;
        if (writes === failAt) throw new Error('no space left on device');
        return file.writev(buffers);
      });
      const failed = await writing.then(
        () => false,
        () => true,
      );
      const { model } = await read();
      expect(model.get('post', 1)).toEqual((failed ? before : after).get('post', 1));
      expect(model.size('post')).toBe(POSTS);
      if (!failed) break;
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }
  });
});
