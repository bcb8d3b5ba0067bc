import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client, type BucketItem } from 'minio';
import { isAddress, receiveFile } from './incoming-file.ts';
import { SIGNATURE_BYTES, sniffMime } from './picture-header.ts';
import type { PictureStore } from './picture-store.ts';

export interface S3Options {
  /** `https://host:port`. */
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region?: string;
}

const ABSENT = ['NoSuchKey', 'NotFound', 'NoSuchObject'];
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ABSENT.includes(String(error.code));

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

/** A key of the site whose keys begin so. */
export const keyBelow = (prefix: string, key: string): string => (prefix === '' ? key : `${prefix}/${key}`);

interface S3PictureStoreOptions {
  client: Client;
  bucket: string;
  /** Begins every key of this site, without the stroke behind it; nothing where the site has the bucket to itself. */
  prefix?: string;
  /** Comes next in the keys of this store's objects. */
  folder: string;
  /** Below it files wait that are still coming. */
  dataDir: string;
}

/** Pictures as objects of a bucket, which is made when it is not there. */
export async function s3PictureStore(options: S3PictureStoreOptions): Promise<PictureStore> {
  const { client, bucket, prefix = '', folder, dataDir } = options;
  const incoming = path.join(dataDir, `incoming-${folder}`);
  await mkdir(incoming, { recursive: true });
  for (const leftover of await readdir(incoming))
    await rm(path.join(incoming, leftover), { recursive: true });
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket);

  const start = keyBelow(prefix, `${folder}/`);
  const keyOf = (address: string): string => `${start}${address}`;

  function requiredKey(address: string): string {
    if (!isAddress(address)) throw new Error('not an address of a picture');
    return keyOf(address);
  }

  /** Answers null where nothing is. */
  async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  function read(key: string, from: number, length: number): Readable {
    const through = new PassThrough();
    client.getPartialObject(bucket, key, from, length).then(
      // A reader that goes away ends the request, and a request that breaks off ends the reader.
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
        async (temporary, address, { bytes, header }) => {
          const key = requiredKey(address);
          const type = header?.mime ?? 'application/octet-stream';
          await client.putObject(bucket, key, createReadStream(temporary), bytes, { 'content-type': type });
          await rm(temporary, { force: true });
        },
      ),
    async open(address) {
      if (!isAddress(address)) return null;
      const key = keyOf(address);
      const stats = await unlessAbsent(client.statObject(bucket, key));
      if (stats === null || stats.size === 0) return null;
      const signature = await buffer(
        await client.getPartialObject(bucket, key, 0, Math.min(SIGNATURE_BYTES, stats.size)),
      );
      const mime = sniffMime(signature);
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
      const object = await unlessAbsent(client.getObject(bucket, requiredKey(address)));
      if (object === null) return null;
      const hash = createHash('sha256');
      for await (const chunk of object) hash.update(chunk as Buffer);
      return hash.digest('hex');
    },
    async *list() {
      const objects = client.listObjectsV2(bucket, start, true);
      for await (const object of objects) {
        const { name, lastModified } = object as BucketItem;
        const address = name?.slice(start.length) ?? '';
        if (isAddress(address) && lastModified !== undefined) yield { address, modifiedAt: lastModified };
      }
    },
    async remove(address) {
      await client.removeObject(bucket, requiredKey(address));
    },
  };
}
