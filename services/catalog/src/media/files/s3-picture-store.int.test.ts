import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { memoryContentStore } from '@vidhi/content-service/testing.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { startS3Server, type S3Server } from '@vidhi/testing/s3-server.ts';
import { mediaCollection } from '../media-collection.ts';
import { aPng } from './picture-builder.ts';
import { pictureStoreContract } from './picture-store-contract.ts';
import { connectS3, s3PictureStore, type S3Options } from './s3-picture-store.ts';
import { s3SiteMarkers } from './s3-site-markers.ts';
import { createIsOnlySite } from './site-markers.ts';
import { createRemoveUnreferenced } from '../sweep/unreferenced-files.ts';
import { UPLOADS, VARIANTS } from './picture-store.ts';
import { uploadsRoutes } from './uploads-routes.ts';

const server: S3Server | null = await startS3Server();
afterAll(() => server?.stop());

const options = (bucket: string): S3Options => ({
  endpoint: server?.url ?? '',
  bucket,
  accessKey: server?.accessKey ?? '',
  secretKey: server?.secretKey ?? '',
});

describe.skipIf(server === null)('pictures on a real S3 server', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  async function makeStore(prefix = '') {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vidhi-s3-pictures-'));
    folders.push(dataDir);
    const bucket = `test-${randomBytes(6).toString('hex')}`;
    const client = connectS3(options(bucket));
    const pictures = await s3PictureStore({ client, bucket, prefix, dataDir });
    return {
      pictures,
      client,
      bucket,
      dataDir,
      incoming: () => readdir(path.join(dataDir, 'incoming-uploads')),
    };
  }

  pictureStoreContract(() => makeStore());
  describe('below a prefix', () => {
    pictureStoreContract(() => makeStore('gazette/pictures'));
  });

  it('deletes no files of another site in the same bucket, with separate prefixes and with a shared one', async () => {
    const { client, bucket, dataDir } = await makeStore();
    const DAY_MS = 24 * 3_600_000;
    const aSite = async (siteId: string, prefix: string) => {
      const pictures = await s3PictureStore({ client, bucket, prefix, dataDir });
      const warn = vi.fn();
      const isOnlySite = createIsOnlySite({
        markers: s3SiteMarkers({ client, bucket, prefix }),
        siteId,
        log: { warn },
      });
      await isOnlySite();
      const address = `${siteId}_1.png`;
      await (await pictures.receive(Readable.from([aPng()]))).place(address);
      const store = memoryContentStore();
      await store.create(mediaCollection, { url: `/uploads/${address}` });
      const later = { minAgeMs: DAY_MS, now: () => Date.now() + 2 * DAY_MS };
      return {
        pictures,
        address,
        warn,
        sweep: createRemoveUnreferenced({ store, pictures, isOnlySite, ...later }),
      };
    };

    const court = await aSite('court', '');
    const left = await court.pictures.receive(Readable.from([aPng()]));
    await left.place('left_1.png');
    const gazette = await aSite('gazette', 'gazette');
    expect([await court.sweep(), await gazette.sweep()]).toEqual([1, 0]);
    expect(await gazette.pictures.contentHash(gazette.address)).not.toBeNull();
    expect(court.warn).not.toHaveBeenCalled();

    const journal = await aSite('journal', '');
    expect([await court.sweep(), await journal.sweep()]).toEqual([0, 0]);
    for (const { pictures, address } of [court, journal])
      expect(await pictures.contentHash(address)).not.toBeNull();
    expect(court.warn).toHaveBeenCalledWith(
      { place: `${bucket}/`, siteId: 'court', others: ['journal'] },
      expect.stringContaining('S3_PREFIX'),
    );
  });

  it('does not list or open objects of other folders of the bucket', async () => {
    const { pictures, client, bucket, dataDir } = await makeStore();
    const variants = await s3PictureStore({ client, bucket, folders: VARIANTS, dataDir });
    const received = await variants.receive(Readable.from([aPng()]));
    await received.place('a-360.png');
    expect(await pictures.open('a-360.png')).toBeNull();
    for await (const { address } of pictures.list()) expect.unreachable(address);
  });

  it('rejects when the temporary file was deleted, also an empty one', async () => {
    const { pictures, dataDir } = await makeStore();
    const received = await Promise.all(
      [aPng(), Buffer.alloc(0)].map((content) => pictures.receive(Readable.from([content]))),
    );
    await rm(path.join(dataDir, 'incoming-uploads'), { recursive: true });
    for (const { place } of received) await expect(place('court_1.png')).rejects.toThrow('ENOENT');
  });

  it('rejects a wrong secret', async () => {
    const client = connectS3({ ...options('other'), secretKey: 'a-wrong-secret' });
    const made = s3PictureStore({
      client,
      bucket: 'other',
      folders: UPLOADS,
      dataDir: folders[0] ?? tmpdir(),
    });
    await expect(made).rejects.toMatchObject({
      code: expect.stringMatching(/SignatureDoesNotMatch|AccessDenied|Forbidden/),
    });
  });

  it('serves them with ranges, as immutable and with headers that prevent execution', async () => {
    const { pictures } = await makeStore();
    const bytes = aPng({ width: 40, height: 40 });
    const received = await pictures.receive(Readable.from([bytes]));
    await received.place('court_1.png');
    const app = await createServiceApp({
      name: 'catalog',
      logLevel: false,
      metrics: createMetrics('catalog'),
    });
    await app.register(uploadsRoutes, { pictures, variants: pictures });
    const whole = await app.inject('/uploads/court_1.png');
    expect([whole.statusCode, whole.rawPayload.equals(bytes)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    });
    const part = await app.inject({ url: '/uploads/court_1.png', headers: { range: 'bytes=4-9' } });
    expect([part.statusCode, part.rawPayload.equals(bytes.subarray(4, 10))]).toEqual([206, true]);
    const etag = String(whole.headers.etag);
    const notModified = await app.inject({ url: '/uploads/court_1.png', headers: { 'if-none-match': etag } });
    expect(notModified.statusCode).toBe(304);
    expect((await app.inject('/uploads/missing_1.png')).statusCode).toBe(404);
    await app.close();
  });
});
