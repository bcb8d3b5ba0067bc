import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asRole } from '../catalog-builder.ts';
import { mediaCollection } from './media-collection.ts';
import { aPng } from './files/picture-builder.ts';
import { anUpload, type UploadUnderTest } from './upload/upload-builder.ts';

let upload: UploadUnderTest;
beforeAll(async () => {
  upload = await anUpload();
  await upload.upload([
    { name: 'court.png', bytes: aPng({ width: 40, height: 30 }) },
    { field: 'fileInfo', text: JSON.stringify({ alternativeText: 'Old', folder: 'Courts', credit: 'ANI' }) },
  ]);
});
afterAll(() => upload.close());

const get = (url: string) => upload.app.inject({ url, headers: asRole(10) });
const change = (id: number, payload: object, role = 10) =>
  upload.app.inject({ method: 'PUT', url: `/api/upload/files/${id}`, headers: asRole(role), payload });

describe('the media library', () => {
  it('lists an upload with folder and credit', async () => {
    expect((await get('/api/upload/library?folder=/Courts')).json()).toMatchObject({
      data: [{ id: 1, name: 'court.png', folder: '/Courts', credit: 'ANI', duplicates: [] }],
      meta: { pagination: { total: 1, pageCount: 1 }, folders: [{ path: '/Courts', count: 1 }] },
    });
    expect((await get('/api/upload/library/1')).json()).toMatchObject({
      id: 1,
      folder: '/Courts',
      duplicates: [],
    });
    expect((await get('/api/upload/library/9')).statusCode).toBe(404);
    expect((await get('/api/upload/usage?id=1')).json()).toEqual({ data: [], meta: { complete: true } });
  });

  it('lists a page, and pictures without a text or with a copy', async () => {
    const totalOf = async (query: string) =>
      (await get(`/api/upload/library?${query}`)).json<{ meta: { pagination: object } }>().meta.pagination;
    expect(await totalOf('page=1&pageSize=25&sort=-created')).toEqual({
      page: 1,
      pageSize: 25,
      pageCount: 1,
      total: 1,
    });
    expect(await totalOf('missing_alternative=true')).toMatchObject({ total: 0 });
    expect(await totalOf('duplicates=true&missing_alternative=false')).toMatchObject({ total: 0 });
  });

  it.each([
    '?sort=hash',
    '?kind=videos',
    '?page=0',
    '?page=1.5',
    '?duplicates=yes',
    '?pageSize=x',
    '?folder=/a/b/c/d/e/f',
    `?q=${'x'.repeat(201)}`,
  ])('rejects %s', async (query) => expect((await get(`/api/upload/library${query}`)).statusCode).toBe(400));

  it('changes texts and folder of a picture, and none of its files', async () => {
    const before = await upload.stored();
    const response = await change(1, {
      alternativeText: 'The Supreme Court at dusk',
      caption: 'New Delhi',
      credit: 'PTI',
      folder: ' Courts / Supreme Court ',
    });
    expect(response.json()).toMatchObject({
      id: 1,
      name: 'court.png',
      alternativeText: 'The Supreme Court at dusk',
      caption: 'New Delhi',
      credit: 'PTI',
      folder: '/Courts/Supreme Court',
    });
    expect(await upload.stored()).toEqual(before);
    const found = (await get('/api/upload/library?q=dusk')).json<{ data: { folder: string }[] }>();
    expect(found.data.map(({ folder }) => folder)).toEqual(['/Courts/Supreme Court']);
    expect((await upload.store.find(mediaCollection, 1))?.doc['url']).toBe(response.json()['url']);
  });

  it('has the focal point of a picture, and the middle again without one', async () => {
    const focus = { x: 20, y: 35 };
    expect((await change(1, { focus })).json()).toMatchObject({ focus });
    expect((await get('/api/upload/library/1')).json()).toMatchObject({ focus });
    expect((await upload.store.find(mediaCollection, 1))?.doc['focus']).toEqual(focus);
    expect((await change(1, { focus: null })).json()).toMatchObject({ focus: null });
    const { payload } = await upload.app.inject({ url: '/api/upload/files/1', headers: asRole(10) });
    expect(payload).not.toContain('focus');
  });

  it('has the crop of a picture, and the whole picture again without one', async () => {
    const crop = { x: 10, y: 0, width: 33.33, height: 100 };
    const response = await change(1, { crop });
    expect(response.json()).toMatchObject({ crop });
    expect((await get('/api/upload/library/1')).json()).toMatchObject({ crop, url: response.json()['url'] });
    expect((await change(1, { crop: null })).json()).toMatchObject({ crop: null });
    const { payload } = await upload.app.inject({ url: '/api/upload/files/1', headers: asRole(10) });
    expect(payload).not.toContain('crop');
  });

  it.each([
    { crop: { x: 0, y: 0, width: 0.5, height: 50 } },
    { crop: { x: 60, y: 0, width: 50, height: 50 } },
    { crop: { x: 0, y: 50.1, width: 50, height: 50 } },
    { crop: { x: -1, y: 0, width: 50, height: 50 } },
    { crop: { x: 0, y: 0, width: 50 } },
    { focus: { x: 101, y: 0 } },
    { focus: { x: -1, y: 0 } },
    { focus: { x: 1.5, y: 0 } },
    { focus: { x: 1 } },
    { folder: '/a/../b' },
    { folder: '/a/b/c/d/e/f' },
    { folder: `/${'x'.repeat(61)}` },
    { name: '' },
    { url: '/uploads/x.png' },
    { hash: 'x' },
    {},
  ])('rejects the change %o', async (body) => expect((await change(1, body)).statusCode).toBe(400));

  it('is for staff, and 404 for a picture that does not exist', async () => {
    expect((await change(1, { caption: 'x' }, 5)).statusCode).toBe(403);
    expect((await change(9, { caption: 'x' })).statusCode).toBe(404);
  });
});
