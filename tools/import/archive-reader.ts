import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { ArchiveError } from './archive-error.ts';
import { addLine, isLineFolder, readMetadata, type LineFolder } from './archive-lines.ts';
import { assetName, type Archive } from './archive.ts';

export interface ArchiveLimits {
  /** Maximum unpacked bytes in total. */
  total: number;
  /** Maximum bytes of one line of a `.jsonl` entry. */
  line: number;
  /** Maximum bytes of one picture. */
  asset: number;
  /** Maximum ratio of unpacked to packed bytes, checked above `ratioFrom` bytes. */
  ratio: number;
  ratioFrom: number;
  entries: number;
}

const MIB = 1024 * 1024;
export const DEFAULT_LIMITS: ArchiveLimits = {
  total: 40 * 1024 * MIB,
  line: 32 * MIB,
  asset: 200 * MIB,
  ratio: 100,
  ratioFrom: 256 * MIB,
  entries: 2_000_000,
};

export interface ReadArchiveOptions {
  file: string;
  /** An empty folder into which the pictures are unpacked. */
  spool: string;
  limits?: Partial<ArchiveLimits>;
  /** Called with the number of bytes read so far. */
  onProgress?: (read: number, size: number) => void;
}

const LINES = /^(?:schemas|entities|links|configuration)\/[\w.-]+\.jsonl$/;
const ASSET = /^assets\/uploads\/(.+)$/u;
/** Files that operating systems add to archives. */
const SYSTEM_FILE = /(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$|^__MACOSX(?:\/|$)/i;
/** Names of assets that a web server must not have; an export has none. */
const HIDDEN = /(?:^|\/)\./;

const ENCRYPTED =
  'the archive is encrypted. Export it again without encryption: strapi export --no-encrypt -f NAME';

/** The part of an export that an entry is: `lines` of a folder, an `asset` with its name, the metadata, or nothing of it. */
type Part =
  | { kind: 'metadata' | 'ignored' }
  | { kind: 'lines'; folder: LineFolder }
  | { kind: 'asset'; name: string }
  | { kind: 'unknown'; reason: string };

/**
 * Returns the path of an entry without a leading `./` and with slashes, as exports of Windows have backslashes; empty for a
 * folder. Throws for a path outside the archive.
 */
function checkedPath({ name, type }: Header): string {
  const path = name
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
  if (name.startsWith('/') || path.startsWith('/') || path.split('/').includes('..') || path.includes('\0'))
    throw new ArchiveError('points outside the archive; nothing of it was unpacked', name);
  return type === 'directory' ? '' : path;
}

const ROOT = /^(?:metadata\.json$|(?:schemas|entities|links|configuration|assets)\/)/;

/** Returns the path within the export, which may have been packed again together with the folder around it. */
function pathInExport(path: string): string {
  for (let rest = path; rest !== ''; rest = /^[^/]+\/(.*)$/.exec(rest)?.[1] ?? '')
    if (ROOT.test(rest)) return rest;
  return path;
}

function partOf({ type }: Header, path: string): Part {
  if (type !== 'file' && type !== 'contiguous-file' && type !== 'directory')
    return {
      kind: 'unknown',
      reason: `skipped: is a ${type ?? 'thing of unknown kind'}; an export holds only files`,
    };
  if (path === '' || SYSTEM_FILE.test(path) || path.startsWith('assets/metadata/'))
    return { kind: 'ignored' };
  if (path === 'metadata.json') return { kind: 'metadata' };
  const [folder = ''] = path.split('/');
  if (LINES.test(path)) return isLineFolder(folder) ? { kind: 'lines', folder } : { kind: 'ignored' };
  const name = ASSET.exec(path)?.[1];
  if (name === undefined || HIDDEN.test(name) || /\p{Cc}/u.test(name))
    return { kind: 'unknown', reason: 'skipped: does not belong in a Strapi export' };
  return { kind: 'asset', name: assetName(name) };
}

async function compression(file: string): Promise<'gzip' | 'none'> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(512);
    const { bytesRead } = await handle.read(head, 0, 512, 0);
    if (bytesRead === 0) throw new ArchiveError('the file is empty');
    if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
    if (head.subarray(257, 262).toString('latin1') === 'ustar') return 'none';
  } finally {
    await handle.close();
  }
  if (file.endsWith('.enc')) throw new ArchiveError(ENCRYPTED);
  throw new ArchiveError(
    'the file is neither a .tar nor a .tar.gz. If it was exported with encryption, export it again without: strapi export --no-encrypt -f NAME',
  );
}

const NEWLINE = 0x0a;

/** Calls `take` for each line that is not blank; rejects for one over the limit. */
async function readLines(
  stream: AsyncIterable<unknown>,
  entry: string,
  limit: number,
  take: (line: Buffer, where: string) => void,
): Promise<void> {
  let rest: Buffer[] = [];
  let size = 0;
  let number = 0;
  const flush = (): void => {
    number += 1;
    if (size > 0) take(Buffer.concat(rest), `${entry} line ${number}`);
    rest = [];
    size = 0;
  };
  for await (const chunk of stream) {
    let from = 0;
    const bytes = chunk as Buffer;
    for (let to = bytes.indexOf(NEWLINE); to !== -1; to = bytes.indexOf(NEWLINE, from)) {
      rest.push(bytes.subarray(from, to));
      size += to - from;
      flush();
      from = to + 1;
    }
    rest.push(bytes.subarray(from));
    size += bytes.length - from;
    if (size > limit) throw new ArchiveError('has a line too long to be true', `${entry} line ${number + 1}`);
  }
  flush();
}

async function readText(stream: AsyncIterable<unknown>, entry: string, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > limit) throw new ArchiveError('is too large to be true', entry);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Types whose first documents never change; the first type present in the archive identifies the site. */
const ROOTS = ['plugin::users-permissions.role', 'api::site-setting.site-setting', 'api::post.post'];

/** Identifies the site: equal in later exports, whatever was published or deleted since. */
function siteIdOf({ entities }: Archive): string {
  const uid = ROOTS.find((root) => (entities.get(root) ?? []).length > 0) ?? '';
  const [first] = (entities.get(uid) ?? []).toSorted((a, b) => a.id - b.id);
  const siteId = [uid, first?.id ?? null, first?.data['createdAt'] ?? null];
  return createHash('sha256').update(JSON.stringify(siteId)).digest('hex').slice(0, 32);
}

/**
 * Reads and validates a whole Strapi 4 export before anything is imported; writes pictures to `spool`. Throws
 * `ArchiveError` with the invalid entry.
 */
export async function readArchive(options: ReadArchiveOptions): Promise<Archive> {
  const { file, spool, onProgress } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const info = await stat(file).catch((cause: unknown) => {
    throw new ArchiveError(`there is no file ${file}`, null, cause);
  });
  if (!info.isFile()) throw new ArchiveError(`${file} is not a file`);
  const { size } = info;
  const kind = await compression(file);
  const archive: Archive = {
    site: '',
    demo: false,
    version: '',
    schemas: new Map(),
    entities: new Map(),
    links: [],
    assets: new Map(),
    oddities: [],
  };
  await mkdir(spool, { recursive: true });

  let current = 'the start of the archive';
  let read = 0;
  let unpacked = 0;
  const countRead = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      onProgress?.(read, size);
      done(null, chunk);
    },
  });
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      const bomb = unpacked > limits.ratioFrom && unpacked > size * limits.ratio;
      if (bomb || unpacked > limits.total) {
        done(new ArchiveError('unpacks to far more than an export can hold; stopped', current));
      } else {
        done(null, chunk);
      }
    },
  });

  const tar = extract();
  const take = async (): Promise<void> => {
    let entries = 0;
    for await (const entry of tar) {
      entries += 1;
      if (entries > limits.entries) throw new ArchiveError('holds too many entries');
      const packed = checkedPath(entry.header);
      const path = SYSTEM_FILE.test(packed) ? packed : pathInExport(packed);
      current = path === '' ? current : path;
      const part = partOf(entry.header, path);
      switch (part.kind) {
        case 'metadata':
          readMetadata(archive, await readText(entry, path, MIB), path);
          break;
        case 'lines': {
          const { folder } = part;
          await readLines(entry, path, limits.line, (line, where) => addLine(archive, folder, line, where));
          break;
        }
        case 'asset': {
          if ((entry.header.size ?? 0) > limits.asset) {
            archive.oddities.push({ where: path, reason: 'skipped: is too large for a picture' });
            entry.resume();
            break;
          }
          // Not under its own name, which may have characters that the file system does not allow.
          const file = join(spool, String(entries));
          await pipeline(entry, createWriteStream(file, { flags: 'w', mode: 0o600 }));
          archive.assets.set(part.name, file);
          break;
        }
        case 'unknown':
          archive.oddities.push({ where: path, reason: part.reason });
          entry.resume();
          break;
        case 'ignored':
          entry.resume();
      }
    }
  };
  const source = createReadStream(file);
  const pumping =
    kind === 'gzip'
      ? pipeline(source, countRead, createGunzip(), guard, tar)
      : pipeline(source, countRead, guard, tar);
  try {
    await Promise.all([pumping, take()]);
  } catch (cause) {
    if (cause instanceof ArchiveError) throw cause;
    if (isOutOfSpace(cause))
      throw new ArchiveError('the disk is full; free some space and import again', current, cause);
    throw new ArchiveError('the archive is damaged or cut off here; export it again', current, cause);
  }
  if (archive.version === '')
    throw new ArchiveError('holds no metadata.json: it is not a Strapi export', null);
  if (archive.entities.size === 0) throw new ArchiveError('the archive holds no entities: it may be cut off');
  archive.site = siteIdOf(archive);
  return archive;
}

const isOutOfSpace = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC';
