import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { ArchiveError } from './archive-error.ts';
import { addLine, isLineFolder, readMetadata } from './archive-lines.ts';
import type { Archive } from './archive.ts';

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

const ENTRY =
  /^(?:metadata\.json|(?:schemas|entities|links|configuration)\/[\w.-]+\.jsonl|assets\/metadata\/[\w.-]+|assets\/uploads\/([\w-][\w.-]*))$/;

const ENCRYPTED =
  'the archive is encrypted. Export it again without encryption: strapi export --no-encrypt -f NAME';

/**
 * Returns the entry's name without a leading `./`. Throws for a path outside the archive and for entries that
 * no export contains.
 */
function checkedName({ name, type }: Header): string | null {
  const path = name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (path === '' || (type === 'directory' && !path.includes('..'))) return null;
  if (type !== 'file' && type !== 'contiguous-file') {
    throw new ArchiveError(`is a ${type ?? 'thing of unknown kind'}; an export holds only files`, name);
  }
  if (path.startsWith('/') || path.split(/[\\/]/).includes('..') || path.includes('\0')) {
    throw new ArchiveError('points outside the archive; nothing of it was unpacked', name);
  }
  if (!ENTRY.test(path)) throw new ArchiveError('does not belong in a Strapi export', name);
  return path;
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

async function readLines(
  stream: AsyncIterable<unknown>,
  entry: string,
  limit: number,
  take: (line: string, where: string) => void,
): Promise<void> {
  let rest = '';
  let number = 0;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (cause) {
      throw new ArchiveError('is not UTF-8 text', `${entry} line ${number + 1}`, cause);
    }
  };
  const flush = (line: string): void => {
    number += 1;
    if (line.trim() !== '') take(line, `${entry} line ${number}`);
  };
  for await (const chunk of stream) {
    const lines = (rest + decode(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) flush(line);
    if (rest.length > limit)
      throw new ArchiveError('has a line too long to be true', `${entry} line ${number + 1}`);
  }
  flush(rest + decode());
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
      const name = checkedName(entry.header);
      current = name ?? current;
      if (name === null) {
        entry.resume();
        continue;
      }
      const [folder = '', second = '', asset] = name.split('/');
      if (name === 'metadata.json') readMetadata(archive, await readText(entry, name, MIB), name);
      else if (isLineFolder(folder)) {
        await readLines(entry, name, limits.line, (line, where) => addLine(archive, folder, line, where));
      } else if (folder === 'assets' && second === 'uploads' && asset !== undefined) {
        if ((entry.header.size ?? 0) > limits.asset)
          throw new ArchiveError('is too large for a picture', name);
        const path = join(spool, asset);
        await pipeline(entry, createWriteStream(path, { flags: 'w', mode: 0o600 }));
        archive.assets.set(asset, path);
      } else entry.resume();
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
