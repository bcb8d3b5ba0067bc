import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { fileSystemPictureStore } from './file-system-picture-store.ts';
import { aPng } from './picture-builder.ts';
import type { PictureStore } from './picture-store.ts';
import { uploadsRoutes } from './uploads-routes.ts';

const ADDRESS = 'court_0123456789.png';
const URL = `/uploads/${ADDRESS}`;
const bytes = aPng({ width: 40, height: 40 });

let folder: string;
let pictures: PictureStore;
let app: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vidhi-uploads-'));
  pictures = await fileSystemPictureStore(folder);
  const received = await pictures.receive(Readable.from([bytes]));
  await received.place(ADDRESS);
  app = await createServiceApp({ name: 'catalog', logLevel: false, metrics: createMetrics('catalog') });
  await app.register(openapiPlugin, { title: 'Media' });
  await app.register(uploadsRoutes, { pictures, variants: pictures });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}, url = URL) => app.inject({ url, headers });

describe('GET /uploads/:address', () => {
  it('sends the bytes with headers that keep a browser from executing them', async () => {
    const response = await get();
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
  });

  it('responds to HEAD with the same headers and no body', async () => {
    const { headers, rawPayload, statusCode } = await app.inject({ method: 'HEAD', url: URL });
    expect([statusCode, rawPayload.length, headers['content-length']]).toEqual([
      200,
      0,
      String(bytes.length),
    ]);
  });

  it('responds 304 to a matching If-None-Match', async () => {
    const { etag } = (await get()).headers;
    for (const tag of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': tag });
      expect([response.statusCode, response.rawPayload.length, response.headers.etag]).toEqual([
        304,
        0,
        etag,
      ]);
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('sends the requested range', async () => {
    const response = await get({ range: 'bytes=10-19' });
    expect(response.statusCode).toBe(206);
    expect(response.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
    expect(response.headers['content-range']).toBe(`bytes 10-19/${bytes.length}`);
  });

  it('sends the whole file when If-Range does not match', async () => {
    const { etag } = (await get()).headers;
    expect((await get({ range: 'bytes=0-4', 'if-range': String(etag) })).statusCode).toBe(206);
    expect((await get({ range: 'bytes=0-4', 'if-range': '"older"' })).statusCode).toBe(200);
  });

  it('responds 416 to a range beyond the end', async () => {
    const response = await get({ range: `bytes=${bytes.length}-` });
    expect([response.statusCode, response.headers['content-range']]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
  });

  it('detects the type from the bytes, not the name', async () => {
    const received = await pictures.receive(Readable.from([bytes]));
    await received.place('photo_1.jpg');
    expect((await get({}, '/uploads/photo_1.jpg')).headers['content-type']).toBe('image/png');
  });

  const notServed: [string, string][] = [
    ['a missing file', '/uploads/none_1.png'],
    ['the folder', '/uploads/'],
    ['a folder below', '/uploads/below.png'],
    ['a parent', '/uploads/..'],
    ['an encoded parent', '/uploads/%2e%2e'],
    ['path traversal', '/uploads/../secret.png'],
    ['encoded path traversal', '/uploads/..%2fsecret.png'],
    ['doubly encoded path traversal', '/uploads/..%252fsecret.png'],
    ['path traversal with backslashes', '/uploads/..%5csecret.png'],
    ['an absolute path', '/uploads/%2fetc%2fpasswd'],
    ['a NUL', '/uploads/court_0123456789.png%00.txt'],
    ['a hidden file', '/uploads/.env'],
    ['a file that is no picture', '/uploads/notes.txt'],
    ['a page named like a picture', '/uploads/page.png'],
    ['a file of 0 bytes', '/uploads/empty.png'],
    ['a broken escape', '/uploads/%zz'],
  ];
  it.each(notServed)('sends no bytes for %s', async (_name, url) => {
    const uploads = path.join(folder, 'uploads');
    await writeFile(path.join(folder, 'secret.png'), bytes);
    await writeFile(path.join(uploads, 'notes.txt'), 'internal notes');
    await writeFile(path.join(uploads, '.env'), bytes);
    await writeFile(path.join(uploads, 'page.png'), '<!doctype html><script>alert(1)</script>');
    await writeFile(path.join(uploads, 'empty.png'), '');
    await mkdir(path.join(uploads, 'below.png'));
    const response = await get({}, url);
    expect([400, 404]).toContain(response.statusCode);
    expect(response.json()).toMatchObject({ data: null, error: { status: response.statusCode } });
  });

  it('is described in the OpenAPI document', async () => {
    const document = (await app.inject('/internal/openapi.json')).json();
    expect(Object.keys(document.paths)).toEqual(['/uploads/{address}', '/uploads/variants/{address}']);
  });
});

describe('fileSystemPictureStore', () => {
  it('moves a received file to its storage key and keeps no other copy', async () => {
    const received = await pictures.receive(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]));
    expect(received.header).toEqual({ mime: 'image/png', width: 40, height: 40 });
    expect(await pictures.contentHash('new_1.png')).toBeNull();
    await received.place('new_1.png');
    expect(await pictures.contentHash('new_1.png')).toBe(received.sha256);
    await received.discard();
    expect(await pictures.contentHash('new_1.png')).toBe(received.sha256);
  });

  it('never writes outside its folder', async () => {
    const received = await pictures.receive(Readable.from([bytes]));
    for (const address of ['../evil.png', '/tmp/evil.png', '.png', 'a/b.png', '', 'x'])
      await expect(received.place(address)).rejects.toThrow('not an address of a picture');
    await received.discard();
    expect(await pictures.contentHash(ADDRESS)).not.toBeNull();
  });

  it('deletes the temporary file when the stream fails', async () => {
    const broken = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 9);
        throw new Error('the line went dead');
      })(),
    );
    await expect(pictures.receive(broken)).rejects.toThrow('the line went dead');
    const again = await fileSystemPictureStore(folder);
    const opened = await again.open(ADDRESS);
    expect(opened).not.toBeNull();
    await opened?.close();
  });

  it('does not open a file that is not an image, nor a symbolic link to one', async () => {
    await symlink('/etc/passwd', path.join(folder, 'uploads', 'link_1.png'));
    expect(await pictures.open('link_1.png')).toBeNull();
  });
});
