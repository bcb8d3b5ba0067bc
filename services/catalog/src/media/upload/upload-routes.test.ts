import { once } from 'node:events';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asRole } from '../../catalog-builder.ts';
import { aPhoto } from '../variants/photo-builder.ts';
import { withTicket } from '../../ticket-builder.ts';
import { mediaCollection } from '../media-collection.ts';
import { aPng } from '../files/picture-builder.ts';
import { aForm, anUpload, type Part, type UploadUnderTest } from './upload-builder.ts';

const png = aPng({ width: 40, height: 30 });
const NOTHING = { uploads: [], documents: [], incoming: [] };

let upload: UploadUnderTest;
beforeEach(async () => void (upload = await anUpload()));
afterEach(() => upload.close());

const send = async (parts: readonly Part[], role?: number) => {
  const response = await upload.upload(parts, role);
  return { status: response.statusCode, body: response.json() };
};

describe('POST /api/upload', () => {
  it('responds with a bare array of file objects, keys in wire order', async () => {
    const { status, body } = await send([{ name: 'p.png', bytes: png }]);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: 1,
        name: 'p.png',
        alternativeText: null,
        caption: null,
        width: 40,
        height: 30,
        formats: null,
        hash: expect.stringMatching(/^p_[0-9a-f]{20}$/),
        ext: '.png',
        mime: 'image/png',
        size: expect.any(Number),
        url: `/uploads/${body[0].hash}.png`,
        previewUrl: null,
        provider: 'local',
        provider_metadata: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(Object.keys(body[0]).slice(0, 4)).toEqual(['id', 'name', 'alternativeText', 'caption']);
  });

  it('creates the formats smaller than the picture and serves all of them', async () => {
    const photo = await aPhoto({ width: 1200, height: 800 });
    const [file] = (await send([{ name: 'My Photo.JPG', type: 'image/jpeg', bytes: photo }])).body;
    expect(file).toMatchObject({
      name: 'My Photo.JPG',
      ext: '.JPG',
      mime: 'image/jpeg',
      width: 1200,
      height: 800,
    });
    const sizes = Object.entries(file.formats as Record<string, { width: number; height: number }>);
    expect(sizes.map(([key, { width, height }]) => [key, width, height])).toEqual([
      ['thumbnail', 234, 156],
      ['large', 1000, 667],
      ['medium', 750, 500],
      ['small', 500, 333],
    ]);
    expect(file.formats.small).toEqual({
      name: 'small_My Photo.JPG',
      hash: `small_${file.hash}`,
      ext: '.JPG',
      mime: 'image/jpeg',
      path: null,
      width: 500,
      height: 333,
      size: Math.round(file.formats.small.sizeInBytes / 10) / 100,
      sizeInBytes: expect.any(Number),
      url: `/uploads/small_${file.hash}.JPG`,
    });
    for (const { url } of [file, ...Object.values<{ url: string }>(file.formats)]) {
      const response = await upload.app.inject(url);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
      });
    }
  });

  it('accepts several files, with fileInfo at any position of the form', async () => {
    const { body } = await send([
      { name: 'a.png', bytes: png },
      { field: 'fileInfo', text: '[{"alternativeText":"One"},{"name":"Two.png","caption":"Second"}]' },
      { name: 'b.png', bytes: aPng({ shade: 9 }) },
      { field: 'ref', text: 'api::book.book' },
      { field: 'cover', name: 'ignored.png', bytes: png },
    ]);
    expect(body).toMatchObject([
      { id: 1, name: 'a.png', alternativeText: 'One', caption: null },
      { id: 2, name: 'Two.png', alternativeText: null, caption: 'Second' },
    ]);
    expect(body[1].hash).toMatch(/^Two_/);
  });

  it('accepts a trailing slash and a single fileInfo object', async () => {
    const { body, headers } = aForm([
      { field: 'fileInfo', text: '{"alternativeText":"The court"}' },
      { name: 'a.png', bytes: png },
    ]);
    const response = await upload.app.inject({
      method: 'POST',
      url: '/api/upload/',
      headers: { ...headers, ...asRole(5) },
      payload: body,
    });
    expect(response.json()).toMatchObject([{ alternativeText: 'The court' }]);
  });

  it('stores the uploading account and file hashes, and emits one event', async () => {
    await send([{ name: 'a.png', bytes: png }], 6);
    const stored = await upload.store.find(mediaCollection, 1);
    expect(stored?.doc).toMatchObject({
      uploadedBy: 7,
      folderPath: '/',
      contents: { original: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(upload.store.events.map(({ type, key }) => [type, key])).toEqual([['media.stored', '1']]);
  });

  it('derives the storage key from the bytes', async () => {
    const [first] = (await send([{ name: 'a.png', bytes: png }])).body;
    const [again] = (await send([{ name: 'a.png', bytes: png }])).body;
    const [other] = (await send([{ name: 'a.png', bytes: aPng({ shade: 1 }) }])).body;
    expect([again.id, again.url]).toEqual([2, first.url]);
    expect(other.url).not.toBe(first.url);
    expect((await upload.stored()).uploads).toHaveLength(2);
  });

  it('detects the type from the bytes alone', async () => {
    const [file] = (await send([{ name: 'notes.txt', type: 'text/html', bytes: png }])).body;
    expect(file).toMatchObject({ name: 'notes.txt', ext: '.png', mime: 'image/png' });
  });

  it('applies the EXIF orientation and keeps animations', async () => {
    const lying = await aPhoto({ width: 60, height: 40, orientation: 6 });
    const [file] = (await send([{ name: 'a.jpg', bytes: lying }])).body;
    expect([file.width, file.height]).toEqual([40, 60]);
    const frames = Buffer.concat([Buffer.alloc(1200, 10), Buffer.alloc(1200, 200), Buffer.alloc(1200, 90)]);
    const gif = await sharp(frames, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
      .gif({ delay: [50, 60, 70], loop: 3 })
      .toBuffer();
    const [moving] = (await send([{ name: 'a.gif', bytes: gif }])).body;
    expect(moving).toMatchObject({ width: 20, height: 20, mime: 'image/gif' });
    const stored = await sharp((await upload.app.inject(moving.url)).rawPayload, {
      animated: true,
    }).metadata();
    expect(stored).toMatchObject({ pages: 3, delay: [50, 60, 70], loop: 3 });
  });

  it.each([[4], [7]])('responds 403 to role %i', async (role) => {
    const { status, body } = await send([{ bytes: png }], role);
    expect([status, body.error.name]).toEqual([403, 'ForbiddenError']);
    expect(await upload.stored()).toEqual(NOTHING);
  });

  it("responds with the reference's 403 without a token", async () => {
    const { body, headers } = aForm([{ bytes: png }]);
    const response = await upload.app.inject({ method: 'POST', url: '/api/upload', headers, payload: body });
    expect(response.json()).toEqual({
      data: null,
      error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
    });
  });

  it.each<[string, Record<string, string>, string | Buffer]>([
    ['JSON', { 'content-type': 'application/json' }, '{}'],
    ['text', { 'content-type': 'text/plain' }, 'files'],
    ['no body', {}, ''],
    [
      'a form without files',
      aForm([{ field: 'x', text: 'y' }]).headers,
      aForm([{ field: 'x', text: 'y' }]).body,
    ],
    ['an empty file', aForm([]).headers, aForm([{ name: 'a.png', bytes: Buffer.alloc(0) }]).body],
    ['another field', aForm([]).headers, aForm([{ field: 'file', bytes: png }]).body],
  ])('responds "Files are empty" to %s', async (_name, headers, payload) => {
    const response = await upload.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, ...asRole(10) },
      payload,
    });
    expect(response.json()).toEqual({
      data: null,
      error: { status: 400, name: 'ValidationError', message: 'Files are empty', details: {} },
    });
  });

  it('stores none of several files when one is rejected', async () => {
    const { status } = await send([
      { name: 'a.png', bytes: png },
      { name: 'b.png', bytes: Buffer.from('<svg/>') },
    ]);
    expect([status, await upload.stored(), upload.store.events]).toEqual([400, NOTHING, []]);
  });

  it.each<[string, readonly Part[], number]>([
    ['a wrong fileInfo', [{ bytes: png }, { field: 'fileInfo', text: '{' }], 400],
    ['a fileInfo of other types', [{ bytes: png }, { field: 'fileInfo', text: '{"name":5}' }], 400],
    ['a name with path traversal', [{ bytes: png }, { field: 'fileInfo', text: '{"name":"../x"}' }], 400],
    ['more files than ten', Array.from({ length: 11 }, () => ({ bytes: png })), 413],
    ['a file over the limit', [{ bytes: Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)]) }], 413],
    ['a field that is a prototype', [{ field: '__proto__', text: 'x' }, { bytes: png }], 400],
  ])('rejects %s and stores nothing', async (_name, parts, status) => {
    const response = await send(parts);
    expect(response).toMatchObject({ status, body: { data: null, error: { status } } });
    expect(await upload.stored()).toEqual(NOTHING);
  });

  it('rejects a file without a name', async () => {
    const { body, headers } = aForm([{ name: 'a.png', type: 'application/octet-stream', bytes: png }]);
    const named = body.indexOf('; filename="a.png"');
    const response = await upload.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, ...asRole(10) },
      payload: Buffer.concat([body.subarray(0, named), body.subarray(named + '; filename="a.png"'.length)]),
    });
    expect(response.json()).toMatchObject({
      data: null,
      error: { status: 400, name: 'ApplicationError', message: 'File name contains invalid characters' },
    });
    expect(await upload.stored()).toEqual(NOTHING);
  });

  it.each([
    ['of an account', asRole(5), false],
    ['under a ticket', withTicket({ userId: 7, role: 5 }), true],
  ])(
    'records whether a picture came under a registration ticket: %s',
    async (_name, credentials, isRegistrants) => {
      expect((await upload.upload([{ bytes: png }], credentials)).statusCode).toBe(200);
      const stored = (await upload.store.find(mediaCollection, 1))?.doc;
      expect(stored?.['isRegistrants']).toBe(isRegistrants);
    },
  );

  it('does not replace a stored file', async () => {
    const { body, headers } = aForm([{ bytes: png }]);
    const response = await upload.app.inject({
      method: 'POST',
      url: '/api/upload?id=1',
      headers: { ...headers, ...asRole(10) },
      payload: body,
    });
    expect(response.statusCode).toBe(400);
  });

  it.each([
    ['ends in the middle of a file', (body: Buffer) => body.subarray(0, body.length - 60)],
    ['contains no boundary', () => Buffer.from('nothing of a form')],
  ])('rejects a form that %s', async (_name, cut) => {
    const { body, headers } = aForm([{ bytes: png }]);
    const response = await upload.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { ...headers, ...asRole(10) },
      payload: cut(body),
    });
    expect(response.json()).toMatchObject({ data: null, error: { status: 400 } });
    expect(await upload.stored()).toEqual(NOTHING);
  });

  it('stores nothing when the client disconnects during the upload', async () => {
    const ended = Promise.withResolvers<void>();
    upload.app.addHook('onRequestAbort', (_request, done) => {
      ended.resolve();
      done();
    });
    const address = await upload.app.listen({ host: '127.0.0.1', port: 0 });
    const { body, headers } = aForm([{ bytes: await aPhoto({ noise: true }) }]);
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${asRole(10).authorization}\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, body.length / 2), () => socket.destroy());
    await ended.promise;
    const [whole] = (await send([{ name: 'whole.png', bytes: png }])).body;
    expect(await upload.stored()).toEqual({ uploads: [`${whole.hash}.png`], documents: [], incoming: [] });
    expect(upload.store.events).toHaveLength(1);
  });

  it('is described in the OpenAPI document', async () => {
    const document = (await upload.app.inject('/internal/openapi.json')).json();
    const { post } = document.paths['/api/upload'];
    expect(Object.keys(post.responses)).toEqual(['200', '400', '401', '403', '413', '503', '4XX']);
    expect(Object.keys(post.requestBody.content)).toEqual(['multipart/form-data']);
  });
});

describe('uploading under a registration ticket (A12)', () => {
  const picture = () => [{ name: 'a.png', bytes: png }];

  it('stores the pictures of a lawyer and a firm, and of nobody else', async () => {
    for (const [role, status] of [
      [5, 200],
      [6, 200],
      [4, 403],
      [7, 403],
    ] as const)
      expect((await upload.upload(picture(), withTicket({ userId: 7, role }))).statusCode).toBe(status);
  });

  it('needs a page of this site', async () => {
    const { cookie = '' } = withTicket({ userId: 7, role: 5 });
    for (const headers of [{ cookie }, { cookie, origin: 'https://evil.example' }])
      expect((await upload.upload(picture(), headers)).statusCode).toBe(403);
  });

  it('stores twelve pictures for a ticket, in one call or many', async () => {
    const ticket = withTicket({ userId: 7, role: 5 });
    const files = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.png`, bytes: png }));
    expect((await upload.upload(files, ticket)).statusCode).toBe(200);
    expect((await upload.upload(files.slice(0, 3), ticket)).statusCode).toBe(403);
    expect((await upload.upload(picture(), ticket)).statusCode).toBe(403);
    expect((await upload.upload(picture(), withTicket({ userId: 8, role: 5 }))).statusCode).toBe(200);
  });
});
