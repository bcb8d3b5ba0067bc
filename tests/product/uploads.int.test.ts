import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testEngines } from '@vidhi/testing/engines.ts';
import { startS3Server } from '@vidhi/testing/s3-server.ts';
import { aPng } from '../../services/catalog/src/media/files/picture-builder.ts';
import { readPictureHeader } from '../../services/catalog/src/media/files/picture-header.ts';
import { connectS3, s3PictureStore } from '../../services/catalog/src/media/files/s3-picture-store.ts';
import { aForm, type Part } from '../../services/catalog/src/media/upload/upload-builder.ts';
import { sendRequest, type RawResponse } from './raw-request.ts';
import { startPausableProxy, type PausableProxy } from './paused-proxy.ts';
import { STARTING_MS, startSite, type Person, type RunningSite } from './running-site.ts';

// Upload of pictures end to end: a form through the gateway to the catalog service, its storage, and back.

const SOON = { timeout: 300_000, interval: 50 };
const FILE_BYTES = 4_000_000;
/** Includes a restart of a process. */
const RESTART = { timeout: 600_000 };

interface FileObject {
  id: number;
  name: string;
  url: string;
  mime: string;
  width: number;
  formats: Record<string, { url: string }> | null;
}

const s3 = await startS3Server();
const bucket = `product-${randomBytes(6).toString('hex')}`;
const inFolder = await mkdtemp(join(tmpdir(), 'vidhi-uploads-'));
afterAll(async () => {
  await s3?.stop();
  await rm(inFolder, { recursive: true });
});

const inS3: Record<string, string> =
  s3 === null
    ? {}
    : {
        S3_ENDPOINT: s3.url,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY: s3.accessKey,
        S3_SECRET_KEY: s3.secretKey,
      };

/** Content of the storage, read directly. */
async function storedInS3(): Promise<string[]> {
  const { S3_ENDPOINT: endpoint = '', S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secretKey = '' } = inS3;
  const client = connectS3({ endpoint, bucket, accessKey, secretKey });
  const pictures = await s3PictureStore({ client, bucket, dataDir: inFolder });
  const found: string[] = [];
  for await (const { address } of pictures.list()) found.push(address);
  return found.toSorted();
}
const storedBelow = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'uploads'))).toSorted();

const stores = [
  { where: 'in the file system', env: {}, isStored: true, stored: storedBelow },
  { where: 'on an S3 server', env: inS3, isStored: s3 !== null, stored: storedInS3 },
];

describe.each(stores.filter(({ isStored }) => isStored))('pictures $where', ({ env, stored }) => {
  let site: RunningSite;
  let mongo: PausableProxy;
  let picture: FileObject;
  let pictureBytes: Buffer;

  beforeAll(async () => {
    mongo = await startPausableProxy(testEngines().mongoUrl);
    site = await startSite({
      pages: false,
      mongoOf: (url) => mongo.urlThroughProxy(url),
      catalogEnv: { UPLOAD_MAX_BYTES: String(FILE_BYTES), ...env },
    });
  }, STARTING_MS);
  afterAll(async () => {
    await site?.close();
    await mongo?.close();
  });

  const storedNow = (): Promise<string[]> => stored(site.dataDir);

  /** Sent with chunked encoding, without content-length. */
  async function upload(parts: readonly Part[], who: Partial<Person> = site.editor): Promise<Response> {
    const { body, headers } = aForm(parts);
    const pieces: Buffer[] = [];
    for (let at = 0; at < body.length; at += 60_000) pieces.push(body.subarray(at, at + 60_000));
    return fetch(`${site.url}/api/upload`, {
      method: 'POST',
      headers: { ...headers, ...who },
      body: Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>,
      duplex: 'half',
    });
  }
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
    sendRequest(site.url, path, { headers, method });

  it('are accepted as a form, and returned as an array in its order', async () => {
    const response = await upload([
      { name: 'court.png', bytes: aPng({ width: 300, height: 200 }) },
      { field: 'fileInfo', text: JSON.stringify([{ caption: 'The court' }, {}]) },
      { name: 'seal.png', bytes: aPng({ width: 40, height: 40, shade: 7 }) },
    ]);
    const files = (await response.json()) as FileObject[];
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(files).toMatchObject([
      { name: 'court.png', caption: 'The court', width: 300, mime: 'image/png' },
      { name: 'seal.png', caption: null, width: 40, formats: null },
    ]);
    const [court] = files;
    if (court === undefined) throw new Error('nothing was stored');
    picture = court;
    expect(picture.url).toMatch(/^\/uploads\/court_[0-9a-f]{20}\.png$/);
    const urls = files.flatMap(({ url, formats }) => [
      url,
      ...Object.values(formats ?? {}).map((each) => each.url),
    ]);
    expect(await storedNow()).toEqual(urls.map((url) => url.slice('/uploads/'.length)).toSorted());
  });

  it('are served as immutable, with ranges, ETag and nosniff', async () => {
    const whole = await get(picture.url);
    pictureBytes = whole.bytes;
    expect(readPictureHeader(pictureBytes)).toMatchObject({ mime: 'image/png', width: 300, height: 200 });
    expect([whole.status, whole.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/png',
        'content-length': String(pictureBytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[^"]+"$/),
        'content-security-policy': expect.stringContaining('sandbox'),
      },
    ]);
    const last = pictureBytes.length - 1;
    const part = await get(picture.url, { range: 'bytes=8-' });
    expect([part.status, part.headers['content-range']]).toEqual([
      206,
      `bytes 8-${last}/${pictureBytes.length}`,
    ]);
    expect(part.bytes.equals(pictureBytes.subarray(8))).toBe(true);
    const beyond = await get(picture.url, { range: `bytes=${last + 1}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${pictureBytes.length}`]);
    const notModified = await get(picture.url, { 'if-none-match': whole.headers.etag ?? '' });
    expect([notModified.status, notModified.bytes.length]).toEqual([304, 0]);
    const head = await get(picture.url, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      String(pictureBytes.length),
      0,
    ]);
    const thumbnail = await get(picture.formats?.['thumbnail']?.url ?? '');
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/png']);
    for (const path of ['/uploads/missing_1.png', '/uploads/..%2Fincoming%2Fx.png', '/uploads/'])
      expect([path, (await get(path)).status]).toEqual([path, expect.toBeOneOf([400, 404])]);
  });

  it('may be larger than other bodies, up to a limit for each file and one for the form', async () => {
    // Bytes after the image data are not stored, but count for the limits.
    const ballast = randomBytes(2_500_000);
    const bytes = Buffer.concat([aPng({ width: 90, height: 90 }), ballast]);
    const large = await upload([{ name: 'large.png', bytes }]);
    expect([large.status, await large.json()]).toMatchObject([200, [{ width: 90 }]]);
    const before = await storedNow();
    const tooLarge = await upload([{ name: 'large.png', bytes: Buffer.concat([bytes, ballast]) }]);
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { error: { status: 413 } }]);
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '70000000' };
    const refused = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${site.url}/api/upload`, {
        method: 'POST',
        headers: { ...site.editor, ...form },
      });
      sent.once('response', (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.once('error', reject);
      sent.flushHeaders();
    });
    expect(refused).toBe(413);
    expect(await storedNow()).toEqual(before);
  });

  it('are rejected from anonymous clients and readers, and when they are not pictures', async () => {
    const before = await storedNow();
    const picture = [{ name: 'x.png', bytes: aPng({ shade: 3 }) }];
    for (const who of [{}, site.member, { authorization: 'Bearer nonsense' }])
      expect((await upload(picture, who)).status).toBeOneOf([401, 403]);
    const page = await upload([{ name: 'x.png', bytes: Buffer.from('<!doctype html><script>1</script>') }]);
    expect([page.status, await page.json()]).toMatchObject([400, { data: null, error: { status: 400 } }]);
    expect((await upload([])).status).toBe(400);
    expect(await storedNow()).toEqual(before);
  });

  it('leave no file when the client aborts, and can be sent again', async () => {
    const before = await storedNow();
    const { body, headers } = aForm([
      { name: 'half.png', bytes: aPng({ width: 200, height: 200, shade: 9 }) },
    ]);
    const sent = request(`${site.url}/api/upload`, {
      method: 'POST',
      headers: { ...headers, ...site.editor },
    });
    const gone = new Promise<void>((resolve) => sent.once('close', () => resolve()));
    sent.once('error', () => undefined);
    sent.write(body.subarray(0, body.length / 2), () => sent.destroy());
    await gone;
    expect(await storedNow()).toEqual(before);
    expect(
      (await upload([{ name: 'half.png', bytes: aPng({ width: 200, height: 200, shade: 9 }) }])).status,
    ).toBe(200);
  });

  it('are available after a restart of the service', RESTART, async () => {
    await site.restartCatalog('SIGTERM');
    await vi.waitUntil(async () => (await get(picture.url)).status === 200, SOON);
    expect((await get(picture.url)).bytes.equals(pictureBytes)).toBe(true);
    const list = await sendRequest(site.url, '/api/upload/files', { headers: site.editor });
    expect(JSON.parse(list.text)).toContainEqual(
      expect.objectContaining({ id: picture.id, url: picture.url }),
    );
  });

  it(
    'are deleted when no profile shows them, or when the service was killed before it stored their document',
    RESTART,
    async () => {
      const before = await storedNow();
      const unused = await upload(
        [{ name: 'unused.png', bytes: aPng({ width: 30, height: 30 }) }],
        site.lawyer,
      );
      expect(unused.status).toBe(200);
      mongo.pause();
      const cutOff = upload([{ name: 'lost.png', bytes: aPng({ width: 260, height: 250, shade: 50 }) }]).then(
        ({ status }) => status,
        () => 0,
      );
      const lost = async (): Promise<string[]> =>
        (await storedNow()).filter((address) => !before.includes(address));
      // The picture and its thumbnail are stored beside the unused one; the document's write is paused.
      await vi.waitUntil(async () => (await lost()).length === 3, SOON);
      const restarted = site.restartCatalog('SIGKILL', { UNREFERENCED_FILES_RETENTION_MS: '1000' });
      mongo.resume();
      await restarted;
      expect(await cutOff).not.toBe(200);
      await vi.waitUntil(async () => (await lost()).length === 0, SOON);
      expect(await storedNow()).toEqual(before);
      await vi.waitUntil(async () => (await get(picture.url)).status === 200, SOON);
      expect((await get(picture.url)).bytes.equals(pictureBytes)).toBe(true);
    },
  );
});
