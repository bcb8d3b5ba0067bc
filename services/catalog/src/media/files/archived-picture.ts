import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { PDF_MIME, isDocumentAddress } from './pdf-file.ts';

export const ORIGINAL = 'original';
const UPLOADS = '/uploads/';
const LOCAL = 'local';

const HASH = /^[A-Za-z0-9_-]{1,200}$/;
const EXT = /^\.(png|jpe?g|jpe|jfif|gif|webp|avif|pdf)$/i;
const FORMAT_KEY = /^[A-Za-z0-9_-]{1,40}$/;
/** Absolute URLs, as the reference's other storage providers write them. */
const EXTERNAL_URL = /^https?:\/\//i;

/** Storage key of one file: `{hash}{ext}`, below `/uploads/`. */
export type Address = string;

export interface ArchivedPicture {
  item: StoredDocument;
  /** Storage key of each file, by `original` or format key. */
  addresses: ReadonlyMap<string, Address>;
}

const FORMAT_FIELDS = [
  'name',
  'hash',
  'ext',
  'mime',
  'path',
  'width',
  'height',
  'size',
  'sizeInBytes',
  'url',
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOr = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const timeOr = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null;

/** Thrown in this module only; its message becomes the `reason` in the import report. */
class InvalidPicture extends Error {}

function addressOf(what: string, { hash, ext, url }: Record<string, unknown>): Address {
  if (typeof hash !== 'string' || !HASH.test(hash)) throw new InvalidPicture(`${what} has no usable hash`);
  if (typeof ext !== 'string' || !EXT.test(ext))
    throw new InvalidPicture(`${what} is neither a picture nor a PDF by its extension`);
  const address = `${hash}${ext}`;
  const isLocal = url === undefined || url === `${UPLOADS}${address}`;
  if (!isLocal && !(typeof url === 'string' && EXTERNAL_URL.test(url)))
    throw new InvalidPicture(`${what} has an address that does not follow from its name`);
  return address;
}

function readFormats(formats: unknown, addresses: Map<string, Address>): Record<string, unknown> | null {
  if (formats === null || formats === undefined) return null;
  if (!isObject(formats)) throw new InvalidPicture('formats is no object');
  const read: Record<string, unknown> = {};
  for (const [key, format] of Object.entries(formats)) {
    if (!FORMAT_KEY.test(key) || key === ORIGINAL || key === '__proto__' || !isObject(format))
      throw new InvalidPicture('a format has no usable name');
    const address = addressOf(`format ${key}`, format);
    addresses.set(key, address);
    const allowed = Object.entries(format).filter(([name]) => FORMAT_FIELDS.includes(name));
    read[key] = { ...Object.fromEntries(allowed), url: `${UPLOADS}${address}` };
  }
  return read;
}

/**
 * Reads a file object of an archive. Drops unknown attributes, allows only storage keys below `/uploads/`, and rewrites
 * the URLs of other storage providers to local ones.
 */
export function readArchivedPicture(item: StoredDocument): ArchivedPicture | { reason: string } {
  const addresses = new Map<string, Address>();
  try {
    const address = addressOf('the file', item);
    addresses.set(ORIGINAL, address);
    const isDocument = isDocumentAddress(address);
    const formats = isDocument ? null : readFormats(item['formats'], addresses);
    if (new Set(addresses.values()).size !== addresses.size)
      return { reason: 'two of its files have the same address' };
    return {
      addresses,
      item: {
        id: item.id,
        name: textOr(item['name']) ?? address,
        alternativeText: textOr(item['alternativeText']),
        caption: textOr(item['caption']),
        width: isDocument ? null : numberOr(item['width']),
        height: isDocument ? null : numberOr(item['height']),
        formats,
        hash: item['hash'],
        ext: item['ext'],
        mime: isDocument ? PDF_MIME : textOr(item['mime']),
        size: numberOr(item['size']),
        url: `${UPLOADS}${address}`,
        previewUrl: null,
        provider: LOCAL,
        provider_metadata: null,
        folderPath: textOr(item['folderPath']) ?? '/',
        createdAt: timeOr(item.createdAt),
        updatedAt: timeOr(item.updatedAt),
      },
    };
  } catch (error) {
    if (error instanceof InvalidPicture) return { reason: error.message };
    throw error;
  }
}

/** Returns the storage keys of all files of a stored picture. */
export function addressesOf(stored: StoredDocument): Address[] {
  const { formats, url } = stored as { formats?: unknown; url?: unknown };
  const urls = [
    url,
    ...(isObject(formats) ? Object.values(formats).map((format) => isObject(format) && format['url']) : []),
  ];
  return urls.flatMap((each) =>
    typeof each === 'string' && each.startsWith(UPLOADS) ? each.slice(UPLOADS.length) : [],
  );
}
