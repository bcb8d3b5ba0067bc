import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { anExport, writeArchive } from './archive-builder.ts';
import type { ImportClient } from './import-client.ts';
import { formatReport } from './import-report.ts';
import { importArchive } from './import-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const outcomeOf = (items: readonly StoredDocument[]): ImportOutcome => ({
  imported: items.length,
  unchanged: 0,
  skipped: [],
});

/** A fake import client that accepts and records everything. */
function openBook() {
  const taken: { proxy: string; ids: number[]; assets?: string[] }[] = [];
  const client: ImportClient = {
    async putDocuments(service, type, { items }) {
      taken.push({ proxy: `${service}/${type}`, ids: items.map(({ id }) => id) });
      return outcomeOf(items);
    },
    async putPicture(document, assets) {
      taken.push({ proxy: 'catalog/files', ids: [document.id], assets: [...assets.keys()] });
      return outcomeOf([document]);
    },
  };
  return { taken, client };
}

describe('importArchive', () => {
  it('imports pictures before the posts that use them, and lists unsupported types', async () => {
    const { taken, client } = openBook();
    const file = await writeArchive(folder, anExport());
    const report = await importArchive({ file, dataDir: folder, client, onProgress: () => undefined });
    expect(taken).toEqual([
      { proxy: 'catalog/files', ids: [5], assets: ['original', 'small'] },
      { proxy: 'news/tag', ids: [1, 2] },
      { proxy: 'news/post', ids: [3, 7] },
      { proxy: 'catalog/book', ids: [1] },
    ]);
    expect(report.waiting).toEqual([{ uid: 'api::poll.poll', total: 1 }]);
    expect(formatReport(report)).toMatch(/api::post\.post +2 +2 +0 +0/);
    expect(formatReport(report)).toContain('api::poll.poll (1)');
  });

  it.each([
    ['addresses of the coming-soon form to notify', 'coming-soon-user', 'notify/coming-soon-users'],
    ['lines of carts to cart-orders', 'cart', 'cart-orders/cart'],
  ])('hands %s', async (_what, type, proxy) => {
    const { taken, client } = openBook();
    const parts = anExport();
    const entity = { type: `api::${type}.${type}`, id: 9, data: {} };
    const file = await writeArchive(folder, {
      ...parts,
      'entities/entities_00001.jsonl': `${String(parts['entities/entities_00001.jsonl'])}${JSON.stringify(entity)}\n`,
    });
    await importArchive({ file, dataDir: folder, client, onProgress: () => undefined });
    expect(taken.at(-1)).toEqual({ proxy, ids: [9] });
  });

  it('reports posts whose slug is the address of another page, and imports them', async () => {
    const { client } = openBook();
    const entry = { type: 'api::post.post', id: 7, data: { title: 'Seventh', slug: 'search' } };
    const file = await writeArchive(folder, {
      ...anExport(),
      'entities/entities_00001.jsonl': `${JSON.stringify(entry)}\n`,
      'links/links_00001.jsonl': '',
    });
    const report = await importArchive({ file, dataDir: folder, client, onProgress: () => undefined });
    expect(report.types).toEqual([
      expect.objectContaining({ imported: 1, reserved: [{ id: 7, slug: 'search' }] }),
    ]);
    expect(formatReport(report)).toContain('7: the slug "search" is the address of another page');
  });

  it('skips and reports a picture whose bytes are missing in the archive', async () => {
    const { 'assets/uploads/p_0.png': _lost, ...parts } = anExport();
    const { taken, client } = openBook();
    const file = await writeArchive(folder, parts);
    const report = await importArchive({ file, dataDir: folder, client, onProgress: () => undefined });
    expect(report.types[0]?.skipped).toEqual([{ id: 5, reason: 'the archive lacks p_0.png' }]);
    expect(taken.map(({ proxy }) => proxy)).not.toContain('catalog/files');
  });

  it('sends nothing before the whole archive has been read', async () => {
    const { taken, client } = openBook();
    const file = await writeArchive(folder, anExport(), (tar) =>
      tar.entry({ name: 'schemas/z.jsonl' }, 'broken\n'),
    );
    await expect(
      importArchive({ file, dataDir: folder, client, onProgress: () => undefined }),
    ).rejects.toThrow('schemas/z.jsonl line 1');
    expect(taken).toEqual([]);
  });

  it('removes the spool folder, even after a failure', async () => {
    const { client } = openBook();
    const file = await writeArchive(folder, anExport());
    const failing: ImportClient = { ...client, putDocuments: () => Promise.reject(new Error('away')) };
    const options = { file, dataDir: folder, onProgress: () => undefined };
    await importArchive({ ...options, client });
    await expect(importArchive({ ...options, client: failing })).rejects.toThrow('away');
    expect(readdirSync(join(folder, 'import-spool'))).toEqual([]);
  });

  it('reports progress from 0 to 1', async () => {
    const { client } = openBook();
    const shares: number[] = [];
    const file = await writeArchive(folder, anExport());
    await importArchive({ file, dataDir: folder, client, onProgress: ({ done }) => shares.push(done) });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});
