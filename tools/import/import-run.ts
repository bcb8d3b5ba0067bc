import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reservedSlugOf } from '@vidhi/contracts/reserved-segments.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { readArchive, type ArchiveLimits } from './archive-reader.ts';
import type { Archive } from './archive.ts';
import { DESTINATIONS, isInternal, type Destination } from './destinations.ts';
import { toDocuments } from './documents.ts';
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

interface FileObject {
  hash?: unknown;
  ext?: unknown;
}

/** Returns the file names of a picture by part: its original and each of its formats. */
function assetNamesOf(document: StoredDocument): [part: string, name: string][] {
  const { formats } = document as { formats?: unknown };
  const objects: [string, FileObject][] = [
    ['original', document as FileObject],
    ...(typeof formats === 'object' && formats !== null
      ? Object.entries(formats as Record<string, FileObject>)
      : []),
  ];
  return objects.flatMap(([part, { hash, ext }]) =>
    typeof hash === 'string' && typeof ext === 'string' ? [[part, `${hash}${ext}`]] : [],
  );
}

function addOutcome(report: TypeReport, { imported, unchanged, skipped }: ImportOutcome): void {
  report.imported += imported;
  report.unchanged += unchanged;
  report.skipped.push(...skipped);
}

async function importPictures(
  documents: readonly StoredDocument[],
  archive: Archive,
  { client }: ImportOptions,
  report: TypeReport,
  onDone: (count: number) => void,
): Promise<void> {
  const origin = { site: archive.site, demo: archive.demo };
  for (const document of documents) {
    const names = assetNamesOf(document);
    const assets = new Map(
      names.flatMap(([part, name]) => {
        const path = archive.assets.get(name);
        return path === undefined ? [] : [[part, path] as const];
      }),
    );
    const missing = names.filter(([part]) => !assets.has(part)).map(([, name]) => name);
    if (missing.length > 0) {
      report.skipped.push({ id: document.id, reason: `the archive lacks ${missing.join(', ')}` });
    } else {
      addOutcome(report, await client.putPicture(document, assets, origin));
    }
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
    const types: TypeReport[] = [];
    const all = DESTINATIONS.reduce((sum, { uid }) => sum + (documents.get(uid)?.length ?? 0), 0);
    let done = 0;
    for (const destination of DESTINATIONS) {
      const { uid, type } = destination;
      const own = documents.get(uid) ?? [];
      if (own.length === 0) continue;
      const report: TypeReport = {
        uid,
        total: own.length,
        imported: 0,
        unchanged: 0,
        skipped: [],
        reserved: reservedIn(type, own),
      };
      const count = (more: number): void => {
        done += more;
        onProgress({
          done: READING_SHARE + (done / all) * (1 - READING_SHARE),
          total: 1,
          note: `${type}: ${done} of ${all}`,
        });
      };
      if (type === 'files') await importPictures(own, archive, options, report, count);
      else await importDocuments(own, archive, destination, options, report, count);
      types.push(report);
    }
    const waiting = [...documents]
      .filter(([uid]) => !isInternal(uid) && !DESTINATIONS.some((destination) => destination.uid === uid))
      .map(([uid, list]) => ({ uid, total: list.length }));
    const seconds = (performance.now() - startedAt) / 1000;
    return { file, site: archive.site, demo: archive.demo, types, waiting, seconds };
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}
