import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { writeArchive } from './archive-builder.ts';
import type { ImportClient } from './import-client.ts';
import { formatReport, type ImportReport } from './import-report.ts';
import { importArchive } from './import-run.ts';
import { aPlantedArchive, ODDITIES, PLANTED, POSTS } from './planted-archive-builder.ts';

// An archive as a site has it after years: 600 posts, of which 40 are odd. One odd entry never refuses the others.

const { parts, planted } = aPlantedArchive(42);
const posts = new Map<number, StoredDocument>();
const files = new Set<string>();
let folder: string;
let report: ImportReport;

const taken = (items: readonly StoredDocument[]): ImportOutcome => ({
  imported: items.length,
  unchanged: 0,
  skipped: [],
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vidhi-planted-'));
  const client: ImportClient = {
    async putDocuments(_service, _type, { items }) {
      for (const item of items) posts.set(item.id, item);
      return taken(items);
    },
    async putPicture(document, assets) {
      files.add(String(document['url'] ?? `/uploads/${String(document['hash'])}${String(document['ext'])}`));
      expect(assets.has('original')).toBe(true);
      return taken([document]);
    },
  };
  const file = await writeArchive(folder, parts);
  report = await importArchive({ file, dataDir: folder, client, onProgress: () => undefined });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an archive of 600 posts with 40 odd entries', () => {
  it('has every oddity at least twice', () => {
    expect(planted).toHaveLength(PLANTED);
    const rare = ODDITIES.filter((oddity) => planted.filter((one) => one.oddity === oddity).length < 2);
    expect(rare.map(({ name }) => name)).toEqual([]);
  });

  it('is imported but for the entries that are no documents', () => {
    const lost = planted.filter(({ oddity }) => !oddity.isImported).map(({ id }) => id);
    const wanted = Array.from({ length: POSTS }, (_, at) => at + 1).filter((id) => !lost.includes(id));
    expect([...posts.keys()].toSorted((a, b) => a - b)).toEqual(wanted);
  });

  it.each(ODDITIES)('is reported with $name', ({ report: reason }) => {
    const remarks = [
      ...report.oddities.map((one) => one.reason),
      ...report.types.flatMap(({ skipped, notes }) => [...skipped, ...notes].map((one) => one.reason)),
      ...report.foreignHosts.map(({ host }) => host),
      formatReport(report),
    ];
    expect(remarks.some((remark) => reason.test(remark))).toBe(true);
  });

  it('is reported whole: renamed files and lost ones have one line each', () => {
    const text = formatReport(report);
    expect(text).not.toContain('other reasons');
    expect(text).toMatch(
      / changed: the file \S.* is stored as \S+; the others likewise \(\d+, \d+, \d+, \d+, \d+, …\)/,
    );
    expect(text).toMatch(/ 2 skipped: the archive lacks lost_\d+\.jpg; the others likewise \(\d+, \d+\)/);
  });

  it('has no report of posts that are not odd', () => {
    const odd = new Set(planted.map(({ id }) => id));
    const reported = report.types
      .filter(({ uid }) => uid === 'api::post.post')
      .flatMap(({ skipped, notes, reserved }) => [...skipped, ...notes, ...reserved].map(({ id }) => id));
    expect(reported.filter((id) => !odd.has(id))).toEqual([]);
  });

  it('shows a reader each picture that the archive has, at its address here', () => {
    const shown = planted.flatMap(({ id }) => {
      const address = /<img src="([^"]*)"/.exec(String(posts.get(id)?.['content']))?.[1] ?? '';
      return address.startsWith('/uploads/') ? [address] : [];
    });
    expect(shown.length).toBe(files.size);
    expect(shown.filter((address) => !files.has(address))).toEqual([]);
  });

  it('shows a reader the later of two, and both locales of one slug', () => {
    const twice = planted.find(({ oddity }) => oddity.name === 'an entity twice')?.id ?? 0;
    expect(posts.get(twice)?.['title']).toBe('The later one');
    const slugs = [...posts.values()].map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });
});
