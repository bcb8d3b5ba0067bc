import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anExport, packTar, writeArchive } from './archive-builder.ts';
import { ArchiveError } from './archive-error.ts';
import { readArchive, type ArchiveLimits } from './archive-reader.ts';
import { toDocuments } from './documents.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (file: string, limits: Partial<ArchiveLimits> = {}) =>
  readArchive({ file, spool: join(folder, 'inner', 'spool'), limits });

async function errorOf(file: string, limits: Partial<ArchiveLimits> = {}): Promise<string> {
  try {
    await read(file, limits);
  } catch (error) {
    if (error instanceof ArchiveError) return error.message;
    throw error;
  }
  throw new Error('the archive was taken');
}

describe('readArchive', () => {
  it('reads a complete export and unpacks its pictures', async () => {
    const archive = await read(await writeArchive(folder, anExport()));
    expect([...archive.entities.keys()]).toHaveLength(5);
    expect(archive.links).toHaveLength(3);
    expect([...archive.assets.keys()]).toEqual(['p_0.png', 'small_p_0.png']);
    expect(readFileSync(archive.assets.get('p_0.png') ?? '', 'utf8')).toBe('original');
    expect(archive).toMatchObject({ version: '4.26.2', demo: false });
  });

  it('reads a tar that is not compressed', async () => {
    const file = join(folder, 'export.tar');
    writeFileSync(file, await packTar(anExport()));
    expect((await read(file)).entities.size).toBe(5);
  });

  it('recognises the demo site by its metadata', async () => {
    const metadata = JSON.stringify({ strapi: { version: '4.26.2' }, vidhi: { demo: true } });
    const archive = await read(await writeArchive(folder, { ...anExport(), 'metadata.json': metadata }));
    expect(archive.demo).toBe(true);
  });

  it('identifies two exports of one site as the same, even after its oldest post was deleted', async () => {
    const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
    const role = {
      type: 'plugin::users-permissions.role',
      id: 1,
      data: { createdAt: '2020-01-01T00:00:00.000Z' },
    };
    const posts = (...ids: number[]): string =>
      ids.map((id) => line({ type: 'api::post.post', id, data: {} })).join('');
    const entities = 'entities/entities_00001.jsonl';
    const parts = anExport();
    const first = await read(await writeArchive(folder, { ...parts, [entities]: line(role) + posts(1, 2) }));
    const second = await read(await writeArchive(folder, { ...parts, [entities]: line(role) + posts(2, 3) }));
    expect(second.site).toBe(first.site);
  });

  it.each([
    '../../escape.png',
    'assets/uploads/../../../escape.png',
    '/etc/escape.png',
    'assets\\..\\..\\escape',
  ])('rejects the entry %s and writes nothing outside its folder', async (name) => {
    const file = await writeArchive(folder, anExport(), (tar) => tar.entry({ name }, 'x'));
    expect(await errorOf(file)).toContain(name);
    expect(readdirSync(folder).toSorted()).toEqual(['export.tar.gz', 'inner']);
    expect(readdirSync(join(folder, 'inner'))).toEqual(['spool']);
  });

  it.each(['symlink', 'link', 'character-device', 'fifo'] as const)(
    'skips and reports a %s, and follows none',
    async (type) => {
      const file = await writeArchive(folder, anExport(), (tar) =>
        tar.entry({ name: 'assets/uploads/evil.png', type, linkname: '/etc/passwd' }),
      );
      const archive = await read(file);
      expect(archive.oddities).toEqual([
        { where: 'assets/uploads/evil.png', reason: expect.stringMatching(/^skipped: is a /) },
      ]);
      expect([...archive.assets.keys()]).toEqual(['p_0.png', 'small_p_0.png']);
    },
  );

  it.each(['site/', './export_2026/site/'])(
    'reads an export that was packed again with its folder %s',
    async (around) => {
      const parts = Object.fromEntries(
        Object.entries(anExport()).map(([name, content]) => [around + name, content]),
      );
      const archive = await read(await writeArchive(folder, parts));
      expect([archive.entities.size, archive.links.length, archive.oddities]).toEqual([5, 3, []]);
      expect([...archive.assets.keys()]).toEqual(['p_0.png', 'small_p_0.png']);
    },
  );

  it('reads texts that begin with a byte order mark', async () => {
    const parts = Object.entries(anExport()).map(([name, content]): [string, string | Buffer] => [
      name,
      typeof content === 'string' ? `\uFEFF${content}` : content,
    ]);
    const archive = await read(await writeArchive(folder, Object.fromEntries(parts)));
    expect([archive.entities.size, archive.links.length, archive.oddities]).toEqual([5, 3, []]);
  });

  it.each([
    ['schemas/x.exe', 'MZ'],
    ['assets/uploads/.htaccess', 'x'],
    ['readme.html', '<script>'],
  ])('skips and reports %s, which no export contains', async (name, content) => {
    const archive = await read(await writeArchive(folder, { ...anExport(), [name]: content }));
    expect(archive.oddities).toEqual([
      { where: name, reason: 'skipped: does not belong in a Strapi export' },
    ]);
    expect([...archive.assets.keys()]).toEqual(['p_0.png', 'small_p_0.png']);
  });

  it('rejects a truncated archive, naming the entry', async () => {
    const parts = { ...anExport(), 'assets/uploads/big.png': randomBytes(200_000) };
    const whole = gzipSync(await packTar(parts));
    const file = join(folder, 'cut.tar.gz');
    writeFileSync(file, whole.subarray(0, whole.length - 60_000));
    expect(await errorOf(file)).toMatch(/^assets\/uploads\/big\.png: the archive is damaged or cut off here/);
  });

  it('rejects an archive with a flipped byte', async () => {
    const whole = gzipSync(await packTar({ ...anExport(), 'assets/uploads/big.png': randomBytes(200_000) }));
    whole[whole.length - 100_000] = (whole[whole.length - 100_000] ?? 0) ^ 0xff;
    const file = join(folder, 'flipped.tar.gz');
    writeFileSync(file, whole);
    expect(await errorOf(file)).toContain('the archive is damaged or cut off here');
  });

  it('stops at a decompression bomb', async () => {
    const file = await writeArchive(folder, {
      ...anExport(),
      'assets/uploads/bomb.png': Buffer.alloc(30_000_000),
    });
    expect(await errorOf(file, { ratioFrom: 5_000_000 })).toContain('unpacks to far more');
  });

  it('skips and reports a picture over the limit', async () => {
    const file = await writeArchive(folder, { ...anExport(), 'assets/uploads/huge.png': randomBytes(2_000) });
    expect((await read(file, { asset: 1_000 })).oddities).toEqual([
      { where: 'assets/uploads/huge.png', reason: 'skipped: is too large for a picture' },
    ]);
  });

  it('rejects an endless line', async () => {
    const file = await writeArchive(folder, { ...anExport(), 'entities/e.jsonl': 'x'.repeat(100_000) });
    expect(await errorOf(file, { line: 1_000 })).toMatch(/^entities\/e\.jsonl line 1:/);
  });

  it.each([
    ['entities/e.jsonl', '{"type":"api::post.post","id":"1","data":{}}', 'is not an entity'],
    ['entities/e.jsonl', '{"type":"api::post.post","id":1.5,"data":{}}', 'is not an entity'],
    ['entities/e.jsonl', '{"type":"api::post.post","id":1,"data":[]}', 'is not an entity'],
    ['entities/e.jsonl', '[]', 'is not an entity'],
    ['entities/e.jsonl', 'not json', 'is not JSON'],
    ['entities/e.jsonl', Buffer.from([0x7b, 0xff, 0xfe, 0x0a]), 'is not UTF-8'],
    ['links/l.jsonl', '{"kind":"relation.basic","left":{}}', 'is not a link'],
    ['links/l.jsonl', '{"kind":"evil"}', 'is not a link'],
  ])('skips and reports a line of %s that is malformed: %s', async (name, content, reason) => {
    const archive = await read(await writeArchive(folder, { ...anExport(), [name]: content }));
    expect(archive.oddities).toEqual([
      { where: `${name} line 1`, reason: expect.stringContaining(`skipped: `) },
    ]);
    expect(archive.oddities[0]?.reason).toContain(reason);
    expect(archive.entities.size).toBe(5);
  });

  it.each([
    ['schemas/s.jsonl', '{"uid":1}', 'is not a schema'],
    ['schemas/s.jsonl', '{"uid":"x","attributes":{"a":5}}', 'is not a schema'],
  ])('rejects %s with the line %s, without which no document can be read', async (name, content, reason) => {
    const message = await errorOf(await writeArchive(folder, { ...anExport(), [name]: content }));
    expect(message).toContain(`${name} line 1`);
    expect(message).toContain(reason);
  });

  it('tells how to export without encryption', async () => {
    const file = join(folder, 'export.tar.gz.enc');
    writeFileSync(file, randomBytes(5_000));
    expect(await errorOf(file)).toContain('strapi export --no-encrypt');
  });

  it('rejects exports of another Strapi version', async () => {
    const metadata = JSON.stringify({ strapi: { version: '5.1.0' } });
    const file = await writeArchive(folder, { ...anExport(), 'metadata.json': metadata });
    expect(await errorOf(file)).toContain('only exports of Strapi 4');
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'the file is empty'],
    ['a text', Buffer.from('hello'), 'neither a .tar nor a .tar.gz'],
  ])('refuses %s', async (_what, bytes, reason) => {
    const file = join(folder, 'odd');
    writeFileSync(file, bytes);
    expect(await errorOf(file)).toContain(reason);
  });

  it('rejects a missing file', async () => {
    expect(await errorOf(join(folder, 'nowhere.tar.gz'))).toContain('there is no file');
  });
});

describe('toDocuments', () => {
  it('preserves ids and the order of relations and pictures', async () => {
    const documents = toDocuments(await read(await writeArchive(folder, anExport())));
    expect(documents.get('api::post.post')).toEqual([
      { id: 3, title: 'Third', image: null, tags: [], user: null },
      { id: 7, title: 'Seventh', createdAt: '2026-01-01T00:00:00.000Z', image: 5, tags: [2, 1], user: null },
    ]);
    expect(documents.get('api::tag.tag')?.[0]).toEqual({ id: 1, name: 'one' });
  });
});
