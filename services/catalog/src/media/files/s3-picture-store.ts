import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client, type BucketItem } from 'minio';
import { isStorageKey, receiveFile, sniffStored } from './incoming-file.ts';
import { PDF_MIME, isDocumentAddress } from './pdf-file.ts';
import { SIGNATURE_BYTES } from './picture-header.ts';
import { type PictureStore, type StoreFolders, UPLOADS } from './picture-store.ts';

export interface S3Options {
  /** `https://host:port`. */
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region?: string;
}

const NOT_FOUND_CODES = ['NoSuchKey', 'NotFound', 'NoSuchObject'];
const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NOT_FOUND_CODES.includes(String(error.code));

export function connectS3({ endpoint, accessKey, secretKey, region }: S3Options): Client {
  const { hostname, port, protocol } = new URL(endpoint);
  return new Client({
    endPoint: hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    useSSL: protocol === 'https:',
    accessKey,
    secretKey,
    ...(region === undefined ? {} : { region }),
  });
}

/** Prepends the key prefix of the site. */
export const keyBelow = (prefix: string, key: string): string => (prefix === '' ? key : `${prefix}/${key}`);

interface S3PictureStoreOptions {
  client: Client;
  bucket: string;
  /** Prefix of every key of this site, without trailing slash; empty when the site does not share the bucket. */
  prefix?: string;
  folders?: StoreFolders;
  /** Local folder for files that are still being received. */
  dataDir: string;
}

/** Stores pictures as S3 objects; creates the bucket when it does not exist. */
export async function s3PictureStore(options: S3PictureStoreOptions): Promise<PictureStore> {
  const { client, bucket, prefix = '', folders = UPLOADS, dataDir } = options;
  const { pictures, documents } = folders;
  const incoming = path.join(dataDir, `incoming-${pictures}`);
  await mkdir(incoming, { recursive: true });
  for (const leftover of await readdir(incoming))
    await rm(path.join(incoming, leftover), { recursive: true });
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket);

  const startOf = (folder: string): string => keyBelow(prefix, `${folder}/`);
  const isKey = (address: string): boolean =>
    isStorageKey(address) && (documents !== null || !isDocumentAddress(address));
  const keyOf = (address: string): string =>
    `${startOf(documents !== null && isDocumentAddress(address) ? documents : pictures)}${address}`;

  function requiredKey(address: string): string {
    if (!isKey(address)) throw new Error('not an address of a picture');
    return keyOf(address);
  }

  /** Resolves to null when S3 reports that the key does not exist. */
  async function nullIfNotFound<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  function read(key: string, from: number, length: number): Readable {
    const through = new PassThrough();
    client.getPartialObject(bucket, key, from, length).then(
      // `pipeline` aborts the S3 request when the client disconnects, and fails the response when the S3 request fails.
      (source) => pipeline(source, through, () => undefined),
      (error: unknown) => through.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return through;
  }

  return {
    receive: (content) =>
      receiveFile(
        content,
        path.join(incoming, randomUUID()),
        async (temporary, address, { bytes, header, isDocument }) => {
          const key = requiredKey(address);
          const type = isDocument ? PDF_MIME : (header?.mime ?? 'application/octet-stream');
          const content = (await open(temporary, 'r')).createReadStream();
          // The client neither reads nor closes the stream of an empty file, or when it fails before the request.
          content.on('error', () => undefined);
          try {
            await client.putObject(bucket, key, content, bytes, { 'content-type': type });
          } finally {
            content.destroy();
          }
          await rm(temporary, { force: true });
        },
      ),
    async open(address) {
      if (!isKey(address)) return null;
      const key = keyOf(address);
      const stats = await nullIfNotFound(client.statObject(bucket, key));
      if (stats === null || stats.size === 0) return null;
      const signature = await buffer(
        await client.getPartialObject(bucket, key, 0, Math.min(SIGNATURE_BYTES, stats.size)),
      );
      const mime = sniffStored(address, signature);
      if (mime === null) return null;
      return {
        bytes: stats.size,
        mime,
        etag: `"${stats.etag}"`,
        modifiedAt: stats.lastModified,
        read: (from, to) => read(key, from, to - from + 1),
        close: async () => undefined,
      };
    },
    async contentHash(address) {
      const object = await nullIfNotFound(client.getObject(bucket, requiredKey(address)));
      if (object === null) return null;
      const hash = createHash('sha256');
      for await (const chunk of object) hash.update(chunk as Buffer);
      return hash.digest('hex');
    },
    async *list() {
      for (const folder of [pictures, ...(documents === null ? [] : [documents])]) {
        const start = startOf(folder);
        for await (const object of client.listObjectsV2(bucket, start, true)) {
          const { name, lastModified } = object as BucketItem;
          const address = name?.slice(start.length) ?? '';
          // An object below the wrong prefix has no address.
          if (isKey(address) && keyOf(address) === name && lastModified !== undefined)
            yield { address, modifiedAt: lastModified };
        }
      }
    },
    async remove(address) {
      await client.removeObject(bucket, requiredKey(address));
    },
  };
}
