import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { asRole } from '../catalog-builder.ts';
import { aPng } from './files/picture-builder.ts';
import { reEncodeImage } from './upload/re-encode-image.ts';
import { anUpload, type UploadUnderTest } from './upload/upload-builder.ts';

let site: UploadUnderTest;
beforeEach(async () => {
  // Without a process per picture, which upload-routes.test.ts covers. Blocks the other decoders of sharp in this process.
  site = await anUpload({
    sanitize: async (bytes) => ({ kind: 'sanitized', picture: await reEncodeImage(bytes) }),
  });
});
afterEach(async () => site.close());

const request = (method: 'GET' | 'DELETE', url: string, role: number = ROLE.editor) =>
  site.app.inject({ method, url, headers: asRole(role) });
async function upload(name: string, shade = 1, width = 4): Promise<number> {
  const response = await site.upload([{ name, bytes: aPng({ shade, width }) }]);
  return response.json()[0].id;
}

describe('the list of pictures', () => {
  const namesOf = async (query: string): Promise<unknown> => {
    const response = await request('GET', `/api/upload/files?${query}`);
    const files: unknown = response.json();
    return Array.isArray(files) ? files.map((file: { name?: string }) => file.name) : response.statusCode;
  };
  beforeEach(async () => {
    await upload('b.png', 1, 8);
    await upload('a.png', 2, 4);
    await upload('c.png', 3, 8);
  });

  it.each([
    ['', ['b.png', 'a.png', 'c.png']],
    ['filters[width][$eq]=8', ['b.png', 'c.png']],
    ['filters[name][$in][0]=a.png&filters[name][$in][1]=c.png', ['a.png', 'c.png']],
    ['sort=name:desc', ['c.png', 'b.png', 'a.png']],
    ['sort=width,name', ['a.png', 'b.png', 'c.png']],
    ['start=1&limit=1', ['a.png']],
    ['limit=2&sort=name', ['a.png', 'b.png']],
    ['_q=c.p', ['c.png']],
    // As in the reference, these change nothing.
    ['pagination[pageSize]=1', ['b.png', 'a.png', 'c.png']],
    ['page=2&pageSize=1', ['b.png', 'a.png', 'c.png']],
    ['filters[folderPath]=/', 400],
    ['sort=contents', 400],
    ['limit=x', 400],
  ])('honours %j', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
  });

  it('shows the id and the fields that are asked for', async () => {
    const response = await request('GET', '/api/upload/files?fields[0]=name&limit=1');
    expect(response.json()).toEqual([{ id: 1, name: 'b.png' }]);
  });
});

describe('a picture that is deleted', () => {
  it('is answered as it was and goes with its files and an event', async () => {
    const id = await upload('wide.png', 5, 400);
    expect((await site.stored()).uploads.length).toBeGreaterThan(1);
    const before = (await request('GET', `/api/upload/files/${id}`)).json();
    const response = await request('DELETE', `/api/upload/files/${id}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(before);
    expect((await site.stored()).uploads).toEqual([]);
    expect((await request('GET', `/api/upload/files/${id}`)).statusCode).toBe(404);
    expect((await request('GET', '/api/upload/files')).json()).toEqual([]);
    expect(site.store.events.at(-1)).toMatchObject({ type: 'media.removed', data: { id } });
    expect((await request('DELETE', `/api/upload/files/${id}`)).statusCode).toBe(404);
  });

  it('leaves the files that another picture of the same bytes has', async () => {
    const first = await upload('same.png', 6);
    const second = await upload('same.png', 6);
    const { uploads } = await site.stored();
    await request('DELETE', `/api/upload/files/${first}`);
    expect((await site.stored()).uploads).toEqual(uploads);
    await request('DELETE', `/api/upload/files/${second}`);
    expect((await site.stored()).uploads).toEqual([]);
  });

  it.each([ROLE.customer, ROLE.lawyer])('is not deleted by role %i', async (role) => {
    const id = await upload('a.png');
    expect((await request('DELETE', `/api/upload/files/${id}`, role)).statusCode).toBe(403);
    expect((await request('GET', `/api/upload/files/${id}`)).statusCode).toBe(200);
  });

  it.each(['0', 'x', '99', '1e1'])('is nothing where there is none: %s', async (id) => {
    expect((await request('DELETE', `/api/upload/files/${id}`)).statusCode).toBe(404);
  });
});
