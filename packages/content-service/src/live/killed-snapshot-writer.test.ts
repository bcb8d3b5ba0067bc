import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReadModel, type ReadModel } from '@vidhi/content-engine';
import { newsCollections } from '@vidhi/content-engine/testing.ts';
import { readSnapshot } from './read-snapshot.ts';
import { fingerprintOf, FORMAT, type SnapshotHeader } from './snapshot-format.ts';
import { writeSnapshot } from './write-snapshot.ts';

const HEADER: Omit<SnapshotHeader, 'fingerprint'> = {
  kind: 'header',
  format: FORMAT,
  freshAt: 1_000,
  clusterId: 'c',
  positions: { 'news.posts': '12' },
};

/** Writes a snapshot of other posts, prints `half` when half of its documents are in the file, and then hangs. */
const CHILD = `
  import { createReadModel } from '@vidhi/content-engine';
  import { newsCollections } from '@vidhi/content-engine/testing.ts';
  import { fingerprintOf } from './snapshot-format.ts';
  import { writeSnapshot } from './write-snapshot.ts';
  const model = createReadModel(newsCollections);
  for (let id = 1; id <= 450; id += 1) model.upsert('post', { id, title: 'New ' + id, slug: 'post-' + id });
  const header = { ...JSON.parse(process.argv[2]), fingerprint: fingerprintOf(model.schemas, '1') };
  let writes = 0;
  await writeSnapshot(process.argv[1], { model, revisions: new Map(), header }, async (file, buffers) => {
    writes += 1;
    if (writes < 3) return file.writev(buffers);
    await file.write(buffers[0].subarray(0, 5));
    process.stdout.write('half');
    setInterval(() => {}, 1_000);
    return new Promise(() => {});
  });
`;

describe('a process that is killed while writing a snapshot', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vidhi-snapshot-'));
    path = join(folder, 'model.snapshot');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function killWriter(): Promise<void> {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', CHILD, path, JSON.stringify(HEADER)],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    const [output] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[];
    child.kill('SIGKILL');
    await ended;
    expect(String(output)).toBe('half');
  }

  async function readTitles(): Promise<unknown[]> {
    const model: ReadModel = createReadModel(newsCollections);
    await readSnapshot(path, {
      model,
      fingerprint: fingerprintOf(model.schemas, '1'),
      put: (name, document) => void model.upsert(name, document),
      putTombstone: () => undefined,
    });
    return model.list('post').map(({ title }) => title);
  }

  it('does not damage the previous snapshot', { timeout: 60_000 }, async () => {
    const model = createReadModel(newsCollections);
    model.upsert('post', { id: 1, title: 'Old 1', slug: 'post-1' });
    const header = { ...HEADER, fingerprint: fingerprintOf(model.schemas, '1') };
    await writeSnapshot(path, { model, revisions: new Map(), header });
    await killWriter();
    expect(readdirSync(folder).some((name) => name.endsWith('.tmp'))).toBe(true);
    expect(await readTitles()).toEqual(['Old 1']);
  });

  it('leaves no snapshot if there was none', { timeout: 60_000 }, async () => {
    await killWriter();
    expect(existsSync(path)).toBe(false);
    await expect(readTitles()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
