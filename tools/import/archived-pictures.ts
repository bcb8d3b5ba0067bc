import { createHash } from 'node:crypto';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { assetName, type Archive } from './archive.ts';

/** A picture of an archive as it is sent to catalog. */
export interface ArchivedPicture {
  document: StoredDocument;
  /** Paths of the spooled bytes, by `original` or the name of a format. */
  assets: Map<string, string>;
  /** The address of each file in the archived site → its address here. */
  addresses: Map<string, string>;
  /** Changes without which it could not be imported. */
  notes: string[];
  /** The reason for which it cannot be imported, or null. */
  problem: string | null;
}

type FileObject = Record<string, unknown> & { hash: string; ext: string };

const UPLOADS = '/uploads/';
/** Names that catalog stores; others, with spaces, `@`, letters of other scripts or folders, are replaced. */
const PLAIN = /^[A-Za-z0-9_-]{1,200}$/;
const MAX_SLUG = 60;

const isFileObject = (value: unknown): value is FileObject =>
  typeof value === 'object' &&
  value !== null &&
  'hash' in value &&
  'ext' in value &&
  typeof value.hash === 'string' &&
  typeof value.ext === 'string';

/** Returns the name itself where it is plain, else a plain one with a digest, so that different names stay different. */
export function plainHash(hash: string): string {
  if (PLAIN.test(hash)) return hash;
  const slug = hash
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .slice(0, MAX_SLUG)
    .replaceAll(/^_+|_+$/g, '');
  const digest = createHash('sha256').update(assetName(hash)).digest('hex').slice(0, 10);
  return `${slug === '' ? 'picture' : slug}_${digest}`;
}

/** Returns the address decoded and in NFC, as it is compared; the text itself where it is not encoded correctly. */
export function comparableAddress(address: string): string {
  try {
    return assetName(decodeURI(address));
  } catch {
    return assetName(address);
  }
}

/** Finds the files of a picture in the archive, drops formats without a file, and gives every file a plain name. */
export function toArchivedPicture(source: StoredDocument, { assets: all }: Archive): ArchivedPicture {
  const notes: string[] = [];
  const assets = new Map<string, string>();
  const addresses = new Map<string, string>();

  /** Returns the file object with a plain name, or null where the archive lacks its file. */
  function take(part: string, file: FileObject): FileObject | null {
    const { hash, ext, url } = file;
    const uploaded = typeof url === 'string' && url.startsWith(UPLOADS) ? url.slice(UPLOADS.length) : null;
    const names = [`${hash}${ext}`, ...(uploaded === null ? [] : [uploaded, comparableAddress(uploaded)])];
    const path = names.map((name) => all.get(assetName(name))).find((found) => found !== undefined);
    if (path === undefined) return null;
    assets.set(part, path);
    const plain = plainHash(hash);
    const address = `${UPLOADS}${plain}${ext}`;
    addresses.set(comparableAddress(`${UPLOADS}${hash}${ext}`), address);
    if (typeof url === 'string') addresses.set(comparableAddress(url), address);
    if (plain === hash) return file;
    notes.push(`the file ${hash}${ext} is stored as ${plain}${ext}`);
    return { ...file, hash: plain, ...(uploaded === null ? {} : { url: address }) };
  }

  const original = isFileObject(source) ? take('original', source) : null;
  const formats: Record<string, FileObject> = {};
  for (const [name, format] of Object.entries(objectOf(source['formats']))) {
    const taken = isFileObject(format) ? take(name, format) : null;
    if (taken !== null) formats[name] = taken;
    else notes.push(`its format ${name} has no file: left out`);
  }
  const document = {
    ...source,
    ...original,
    formats: Object.keys(formats).length === 0 ? null : formats,
    id: source.id,
  };
  const problem =
    original !== null
      ? null
      : isFileObject(source)
        ? `the archive lacks ${source.hash}${source.ext}`
        : 'it has no name of a file';
  return { document, assets, addresses, notes, problem };
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
