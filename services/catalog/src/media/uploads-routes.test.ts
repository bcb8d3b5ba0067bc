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
  it('sends the bytes with everything that keeps a browser from running them', async () => {
    const answer = await get();
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { headers, rawPayload, statusCode } = await app.inject({ method: 'HEAD', url: URL });
    expect([statusCode, rawPayload.length, headers['content-length']]).toEqual([
      200,
      0,
      String(bytes.length),
    ]);
  });

  it('answers 304 to a client that has it', async () => {
    const { etag } = (await get()).headers;
    for (const tag of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': tag });
      expect([answer.statusCode, answer.rawPayload.length, answer.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('sends the part asked for', async () => {
    const answer = await get({ range: 'bytes=10-19' });
    expect(answer.statusCode).toBe(206);
    expect(answer.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
    expect(answer.headers['content-range']).toBe(`bytes 10-19/${bytes.length}`);
  });

  it('sends the whole when the part was of other bytes', async () => {
    const { etag } = (await get()).headers;
    expect((await get({ range: 'bytes=0-4', 'if-range': String(etag) })).statusCode).toBe(206);
    expect((await get({ range: 'bytes=0-4', 'if-range': '"older"' })).statusCode).toBe(200);
  });

  it('answers 416 to a part that is not there', async () => {
    const answer = await get({ range: `bytes=${bytes.length}-` });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
  });

  it('tells the type by the bytes, whatever the name says', async () => {
    const received = await pictures.receive(Readable.from([bytes]));
    await received.place('photo_1.jpg');
    expect((await get({}, '/uploads/photo_1.jpg')).headers['content-type']).toBe('image/png');
  });

  const absent: [string, string][] = [
    ['nothing there', '/uploads/none_1.png'],
    ['the folder', '/uploads/'],
    ['a folder below', '/uploads/below.png'],
    ['a parent', '/uploads/..'],
    ['an encoded parent', '/uploads/%2e%2e'],
    ['a walk', '/uploads/../secret.png'],
    ['an encoded walk', '/uploads/..%2fsecret.png'],
    ['a doubly encoded walk', '/uploads/..%252fsecret.png'],
    ['a walk with backslashes', '/uploads/..%5csecret.png'],
    ['an absolute path', '/uploads/%2fetc%2fpasswd'],
    ['a NUL', '/uploads/court_0123456789.png%00.txt'],
    ['a hidden file', '/uploads/.env'],
    ['a file that is no picture', '/uploads/notes.txt'],
    ['a page named like a picture', '/uploads/page.png'],
    ['a file of 0 bytes', '/uploads/empty.png'],
    ['a broken escape', '/uploads/%zz'],
  ];
  it.each(absent)('answers no bytes for %s', async (_name, url) => {
    const uploads = path.join(folder, 'uploads');
    await writeFile(path.join(folder, 'secret.png'), bytes);
    await writeFile(path.join(uploads, 'notes.txt'), 'internal notes');
    await writeFile(path.join(uploads, '.env'), bytes);
    await writeFile(path.join(uploads, 'page.png'), '<!doctype html><script>alert(1)</script>');
    await writeFile(path.join(uploads, 'empty.png'), '');
    await mkdir(path.join(uploads, 'below.png'));
    const answer = await get({}, url);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.json()).toMatchObject({ data: null, error: { status: answer.statusCode } });
  });

  it('is described for visitors', async () => {
    const document = (await app.inject('/internal/openapi.json')).json();
    expect(Object.keys(document.paths)).toEqual(['/uploads/{address}', '/uploads/variants/{address}']);
  });
});

describe('fileSystemPictureStore', () => {
  it('gives a received file its address in one step and keeps no other copy', async () => {
    const received = await pictures.receive(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]));
    expect(received.header).toEqual({ mime: 'image/png', width: 40, height: 40 });
    expect(await pictures.contentHash('new_1.png')).toBeNull();
    await received.place('new_1.png');
    expect(await pictures.contentHash('new_1.png')).toBe(received.sha256);
    await received.discard();
    expect(await pictures.contentHash('new_1.png')).toBe(received.sha256);
  });

  it('writes nowhere but into its folder', async () => {
    const received = await pictures.receive(Readable.from([bytes]));
    for (const address of ['../evil.png', '/tmp/evil.png', '.png', 'a/b.png', '', 'x'])
      await expect(received.place(address)).rejects.toThrow('not an address of a picture');
    await received.discard();
    expect(await pictures.contentHash(ADDRESS)).not.toBeNull();
  });

  it('leaves nothing of a file that broke off', async () => {
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

  it('shows nothing that is no picture, even where a link leads to it', async () => {
    await symlink('/etc/passwd', path.join(folder, 'uploads', 'link_1.png'));
    expect(await pictures.open('link_1.png')).toBeNull();
  });
});
