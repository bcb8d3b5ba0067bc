import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { anExport, writeArchive } from './archive-builder.ts';
import type { Doors } from './doors.ts';
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

/** Doors that take everything and remember it. */
function openBook() {
  const taken: { door: string; ids: number[]; assets?: string[] }[] = [];
  const doors: Doors = {
    async putDocuments(service, type, { items }) {
      taken.push({ door: `${service}/${type}`, ids: items.map(({ id }) => id) });
      return outcomeOf(items);
    },
    async putPicture(document, assets) {
      taken.push({ door: 'catalog/files', ids: [document.id], assets: [...assets.keys()] });
      return outcomeOf([document]);
    },
  };
  return { taken, doors };
}

describe('importArchive', () => {
  it('brings pictures before the posts that show them, and names the types that wait', async () => {
    const { taken, doors } = openBook();
    const file = await writeArchive(folder, anExport());
    const report = await importArchive({ file, dataDir: folder, doors, onProgress: () => undefined });
    expect(taken).toEqual([
      { door: 'catalog/files', ids: [5], assets: ['original', 'small'] },
      { door: 'news/tag', ids: [1, 2] },
      { door: 'news/post', ids: [3, 7] },
      { door: 'catalog/book', ids: [1] },
    ]);
    expect(report.waiting).toEqual([{ uid: 'api::cart.cart', total: 1 }]);
    expect(formatReport(report)).toMatch(/api::post\.post +2 +2 +0 +0/);
    expect(formatReport(report)).toContain('api::cart.cart (1)');
  });

  it('skips a picture whose bytes the archive lacks, and says so', async () => {
    const { 'assets/uploads/small_p_0.png': _lost, ...parts } = anExport();
    const { taken, doors } = openBook();
    const file = await writeArchive(folder, parts);
    const report = await importArchive({ file, dataDir: folder, doors, onProgress: () => undefined });
    expect(report.types[0]?.skipped).toEqual([{ id: 5, reason: 'the archive lacks small_p_0.png' }]);
    expect(taken.map(({ door }) => door)).not.toContain('catalog/files');
  });

  it('asks no door before the whole archive has been read', async () => {
    const { taken, doors } = openBook();
    const file = await writeArchive(folder, anExport(), (tar) =>
      tar.entry({ name: 'links/z.jsonl' }, 'broken\n'),
    );
    await expect(
      importArchive({ file, dataDir: folder, doors, onProgress: () => undefined }),
    ).rejects.toThrow('links/z.jsonl line 1');
    expect(taken).toEqual([]);
  });

  it('leaves no spool behind, not even after a failure', async () => {
    const { doors } = openBook();
    const file = await writeArchive(folder, anExport());
    const failing: Doors = { ...doors, putDocuments: () => Promise.reject(new Error('away')) };
    const options = { file, dataDir: folder, onProgress: () => undefined };
    await importArchive({ ...options, doors });
    await expect(importArchive({ ...options, doors: failing })).rejects.toThrow('away');
    expect(readdirSync(join(folder, 'import-spool'))).toEqual([]);
  });

  it('tells how far it is, from nothing to all', async () => {
    const { doors } = openBook();
    const shares: number[] = [];
    const file = await writeArchive(folder, anExport());
    await importArchive({ file, dataDir: folder, doors, onProgress: ({ done }) => shares.push(done) });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });
});
