import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reservedSlugOf } from '@vidhi/contracts/reserved-segments.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { readArchive, type ArchiveLimits } from './archive-reader.ts';
import type { Archive } from './archive.ts';
import { toArchivedPicture, type ArchivedPicture } from './archived-pictures.ts';
import { DESTINATIONS, isInternal, type Destination } from './destinations.ts';
import { toDocuments } from './documents.ts';
import { createAddressRewriter } from './own-addresses.ts';
import { framedHosts } from './framed-hosts.ts';
import { createPageFinder } from './own-pages.ts';
import { pictureMender } from './picture-attributes.ts';
import { withoutCircular } from './circular-values.ts';
import { noteUnreachable, withoutRepeated } from './repeated-values.ts';
import type { ImportClient } from './import-client.ts';
import type { ImportReport, TypeReport } from './import-report.ts';

export interface ImportProgress {
  done: number;
  total: number;
  note: string;
}

export interface ImportOptions {
  file: string;
  dataDir: string;
  client: ImportClient;
  limits?: Partial<ArchiveLimits>;
  onProgress: (progress: ImportProgress) => void;
}

const FILES = 'plugin::upload.file';
const HOSTED_PAGES = 'api::hosted-page.hosted-page';
/** Types whose texts can have addresses of files. */
const CONTENT = 'api::';
const BATCH_DOCUMENTS = 500;
const BATCH_BYTES = 2_000_000;
/** Share of reading the archive in the progress bar. */
const READING_SHARE = 0.2;

/** Splits documents into batches that fit into one request. */
function* batchesOf(documents: readonly StoredDocument[]): Generator<StoredDocument[]> {
  let batch: StoredDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = JSON.stringify(document).length;
    if (batch.length > 0 && (batch.length >= BATCH_DOCUMENTS || bytes + size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(document);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function addOutcome(report: TypeReport, { imported, unchanged, skipped, notes = [] }: ImportOutcome): void {
  report.imported += imported;
  report.unchanged += unchanged;
  report.skipped.push(...skipped);
  report.notes.push(...notes);
}

async function importPictures(
  pictures: readonly ArchivedPicture[],
  archive: Archive,
  { client }: ImportOptions,
  report: TypeReport,
  onDone: (count: number) => void,
): Promise<void> {
  const origin = { site: archive.site, demo: archive.demo };
  for (const { document, assets, notes, problem } of pictures) {
    if (problem === null) addOutcome(report, await client.putPicture(document, assets, origin));
    else report.skipped.push({ id: document.id, reason: problem });
    for (const reason of notes) report.notes.push({ id: document.id, reason });
    onDone(1);
  }
}

async function importDocuments(
  documents: readonly StoredDocument[],
  archive: Archive,
  { service, type }: Destination,
  { client }: ImportOptions,
  report: TypeReport,
  onDone: (count: number) => void,
): Promise<void> {
  const origin = { site: archive.site, demo: archive.demo };
  for (const items of batchesOf(documents)) {
    addOutcome(report, await client.putDocuments(service, type, { items, origin }));
    onDone(items.length);
  }
}

const reservedIn = (type: string, documents: readonly StoredDocument[]): TypeReport['reserved'] =>
  documents.flatMap((document) => {
    const slug = reservedSlugOf(type, document);
    return slug === null ? [] : [{ id: document.id, slug }];
  });

/** Creates a new spool folder and deletes those of killed imports. */
async function freshSpool(dataDir: string): Promise<string> {
  const parent = join(dataDir, 'import-spool');
  await mkdir(parent, { recursive: true });
  for (const old of await readdir(parent)) {
    const pid = Number(old.split('-')[0]);
    if (!isRunning(pid)) await rm(join(parent, old), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, `${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Imports an archive into the running services: reads and validates it completely, then imports type by type.
 * Idempotent: a killed import is resumed by starting it again.
 */
export async function importArchive(options: ImportOptions): Promise<ImportReport> {
  const { file, dataDir, limits, onProgress } = options;
  const startedAt = performance.now();
  const spool = await freshSpool(dataDir);
  try {
    const archive = await readArchive({
      file,
      spool,
      ...(limits === undefined ? {} : { limits }),
      onProgress: (read, size) =>
        onProgress({ done: (read / size) * READING_SHARE, total: 1, note: 'reading the archive' }),
    });
    const documents = toDocuments(archive);
    const pictures = (documents.get(FILES) ?? []).map((source) => toArchivedPicture(source, archive));
    const ownAddresses = new Map(
      pictures.flatMap((picture) => (picture.problem === null ? [...picture.addresses] : [])),
    );
    const addresses = createAddressRewriter(ownAddresses, createPageFinder(documents));
    for (const [uid, list] of documents) if (uid.startsWith(CONTENT)) list.forEach(addresses.findHosts);
    const files = pictures.flatMap(({ document, problem }) => (problem === null ? [document] : []));
    const types: TypeReport[] = [];
    const total = DESTINATIONS.reduce((sum, { uid }) => sum + (documents.get(uid)?.length ?? 0), 0);
    let done = 0;
    for (const destination of DESTINATIONS) {
      const { uid, type } = destination;
      const all = documents.get(uid) ?? [];
      if (all.length === 0) continue;
      const notes: TypeReport['notes'] = [];
      const skipped: TypeReport['skipped'] = [];
      const mend = pictureMender(uid, files, notes);
      const own = uid.startsWith(CONTENT) ? all.map((document) => mend(addresses.rewrite(document))) : all;
      const report: TypeReport = {
        uid,
        total: own.length,
        imported: 0,
        unchanged: 0,
        skipped,
        notes,
        reserved: reservedIn(type, own),
      };
      const count = (more: number): void => {
        done += more;
        onProgress({
          done: READING_SHARE + (done / total) * (1 - READING_SHARE),
          total: 1,
          note: `${type}: ${done} of ${total}`,
        });
      };
      if (uid === FILES) {
        await importPictures(pictures, archive, options, report, count);
        // A file that is not stored, as a document of Word, has its former address alone.
        const lost = new Set(report.skipped.map(({ id }) => id));
        for (const picture of pictures)
          if (lost.has(picture.document.id))
            picture.addresses.forEach((_, former) => ownAddresses.delete(former));
      } else {
        const first = withoutCircular(uid, withoutRepeated(uid, own, skipped), notes);
        noteUnreachable(uid, first, notes);
        count(skipped.length);
        await importDocuments(first, archive, destination, options, report, count);
      }
      types.push(report);
    }
    const waiting = [...documents]
      .filter(([uid]) => !isInternal(uid) && !DESTINATIONS.some((destination) => destination.uid === uid))
      .map(([uid, list]) => ({ uid, total: list.length }));
    const seconds = (performance.now() - startedAt) / 1000;
    const { site, demo, oddities } = archive;
    const foreignHosts = addresses.foreignHosts();
    const framed = framedHosts(documents.get(HOSTED_PAGES));
    return { file, site, demo, types, waiting, oddities, foreignHosts, framedHosts: framed, seconds };
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}
