import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEditingApp, asEditor, type EditingApp } from '../testing/editing-app-builder.ts';
import { noteCollection } from '../testing/content-store-contract.ts';

let made: EditingApp;
beforeEach(async () => {
  made = await anEditingApp();
});
afterEach(() => made.app.close());

const put = (url: string, data: object, headers: object = {}) =>
  made.app.inject({ method: 'PUT', url, payload: { data }, headers: { ...headers } });
const get = (url: string, headers: object = {}) => made.app.inject({ url, headers: { ...headers } });

async function aNote(values: object = {}): Promise<string> {
  const { doc } = await made.store.create(noteCollection, { title: 'One', ...values });
  made.model.upsert('note', doc);
  return `/api/notes/${doc.id}`;
}

describe('the entity tag of a document', () => {
  it('is in responses to staff alone', async () => {
    const url = await aNote({ publishedAt: '2026-10-01T00:00:00.000Z' });
    expect((await get(url, asEditor(7))).headers).toMatchObject({ etag: '"e1"' });
    expect((await get(url)).headers).not.toHaveProperty('etag');
    const written = await put(url, { title: 'Two' });
    expect([written.headers['etag'], written.headers['x-edited-by']]).toEqual([undefined, undefined]);
  });

  it('names the last edit and its account, after every write', async () => {
    const created = await made.app.inject({
      method: 'POST',
      url: '/api/notes',
      payload: { data: { title: 'One' } },
      headers: asEditor(7),
    });
    expect(created.headers).toMatchObject({ etag: '"e1"', 'x-edited-by': '7' });
    const url = `/api/notes/${created.json<{ data: { id: number } }>().data.id}`;
    expect((await put(url, { title: 'Two' }, asEditor(8))).headers).toMatchObject({
      etag: '"e2"',
      'x-edited-by': '8',
    });
    expect((await get(url, asEditor(7))).headers).toMatchObject({ etag: '"e2"', 'x-edited-by': '8' });
  });

  it('stays the same after a write that changes nothing, and after an announcement', async () => {
    const url = await aNote();
    await put(url, { title: 'One' }, asEditor(7));
    await made.store.touch(noteCollection, 1);
    expect((await get(url, asEditor(7))).headers['etag']).toBe('"e1"');
  });

  it('is that of the stored document, which the response shows, where the model is behind', async () => {
    const url = await aNote();
    await made.store.update(noteCollection, 1, () => ({ title: 'By another process' }));
    const { headers, body } = await get(url, asEditor(7));
    expect([headers['etag'], JSON.parse(body).data.attributes.title]).toEqual(['"e2"', 'By another process']);
  });

  it('is missing while the database is unavailable, and the document is not', async () => {
    const url = await aNote();
    made.store.find = () =>
      Promise.reject(Object.assign(new Error('no server'), { name: 'MongoNetworkError' }));
    const { statusCode, headers } = await get(url, asEditor(7));
    expect([statusCode, headers['etag']]).toEqual([200, undefined]);
  });

  it('belongs to single types, too', async () => {
    const first = await put('/api/setting', { colour: 'red' }, asEditor(7));
    expect(first.headers['etag']).toBe('"e1"');
    await put('/api/setting', { colour: 'blue' }, { ...asEditor(8), 'if-match': '"e1"' });
    expect((await get('/api/setting', asEditor(7))).headers).toMatchObject({
      etag: '"e2"',
      'x-edited-by': '8',
    });
    expect(
      (await put('/api/setting', { colour: 'black' }, { ...asEditor(7), 'if-match': '"e1"' })).statusCode,
    ).toBe(412);
  });
});

describe('a write with If-Match', () => {
  it('is stored on the edit that it names, and rejected on a later one, with what changed and who did it', async () => {
    const url = await aNote();
    const mine = { ...asEditor(7), 'if-match': '"e1"' };
    expect((await put(url, { title: 'Mine' }, mine)).statusCode).toBe(200);
    await put(url, { marks: 3 }, asEditor(8));
    const late = await put(url, { title: 'Late' }, mine);
    expect([late.statusCode, late.json()]).toEqual([
      412,
      {
        data: null,
        error: {
          status: 412,
          name: 'PreconditionFailedError',
          message: 'Precondition Failed',
          details: {
            edited_rev: 3,
            by: { id: 8, name: 'Arun Sen' },
            at: expect.stringMatching(/^\d{4}-/),
            changed: ['title', 'marks'],
          },
        },
      },
    ]);
    expect((await made.store.find(noteCollection, 1))?.doc).toMatchObject({ title: 'Mine', marks: 3 });
  });

  it('is not in conflict with the announcement of a scheduled document', async () => {
    const url = await aNote({ publishedAt: '2026-10-01T00:00:00.000Z' });
    await made.store.touch(noteCollection, 1);
    expect((await put(url, { title: 'Two' }, { ...asEditor(7), 'if-match': '"e1"' })).statusCode).toBe(200);
  });

  it.each([
    ['*', 200],
    ['"e0", "e1"', 200],
    ['e1', 200],
    ['"e2"', 412],
    ['"w1"', 412],
    ['W/"e1"', 412],
    ['"33a64df5"', 412],
    ['', 412],
  ])('compares the tags in %j: %i', async (tags, status) => {
    const url = await aNote();
    expect((await put(url, { title: 'Two' }, { ...asEditor(7), 'if-match': tags })).statusCode).toBe(status);
  });

  it('lists every attribute where it names a state before the log', async () => {
    const url = await aNote();
    for (let edit = 0; edit < 55; edit += 1) await put(url, { marks: edit }, asEditor(8));
    const late = await put(url, { title: 'Late' }, { ...asEditor(7), 'if-match': '"e2"' });
    expect(late.json().error.details.changed).toEqual([
      'title',
      'slug',
      'marks',
      'image',
      'notes',
      'publishedAt',
    ]);
  });

  it('removes a document only on the edit that it names', async () => {
    const url = await aNote();
    const remove = (tag: string) =>
      made.app.inject({ method: 'DELETE', url, headers: { ...asEditor(7), 'if-match': tag } });
    expect((await remove('"e9"')).statusCode).toBe(412);
    expect((await remove('"e1"')).statusCode).toBe(200);
  });

  it('is ignored from clients that are no staff, as they have no entity tags', async () => {
    const url = await aNote();
    expect((await put(url, { title: 'Two' }, { 'if-match': '"something"' })).statusCode).toBe(200);
  });
});
