import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEditingApp, asEditor, type EditingApp } from '../testing/editing-app-builder.ts';
import { memoryContentStore } from '../testing/memory-content-store.ts';
import { noteCollection } from '../testing/content-store-contract.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const MINUTE = 60_000;
const URL_OF_ONE = '/api/notes/1';
let made: EditingApp;
let time: number;
beforeEach(async () => {
  time = START;
  const now = () => new Date(time);
  made = await anEditingApp(
    memoryContentStore(() => [], now),
    now,
  );
  const actor = { id: 7, role: 10, via: 'console' } as const;
  const { doc } = await made.store.create(noteCollection, { title: 'One', publishedAt: null }, { actor });
  made.model.upsert('note', doc);
});
afterEach(() => made.app.close());

type Headers = Readonly<Record<string, string>>;
async function call(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  data?: object,
  headers: Headers = asEditor(7),
) {
  const response = await made.app.inject({
    method,
    url: `${URL_OF_ONE}${path}`,
    headers: { ...headers },
    ...(data === undefined ? {} : { payload: { data } }),
  });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}
const typed = (title: string, n: number, tab = 'a') => ({ values: { title }, base_rev: 1, tab, n });
const stored = async () => (await made.store.find(noteCollection, 1))?.doc;
const revisions = async () =>
  (await call('GET', '/revisions')).data as { rev: string; kind: string; current: boolean }[];

describe('a working copy', () => {
  it('is stored beside the document, which does not change, and is read with its account', async () => {
    expect(await call('GET', '/working-copy')).toMatchObject({
      status: 200,
      data: null,
      headers: { etag: '"w0"' },
    });
    const saved = await call('PUT', '/working-copy', typed('Typed', 1));
    expect(saved).toMatchObject({
      status: 200,
      data: { seq: 1, base_rev: 1, by: { id: 7, name: 'Meena Rao' }, tab: 'a' },
    });
    expect((await call('GET', '/working-copy')).data).toMatchObject({ seq: 1, values: { title: 'Typed' } });
    expect(await stored()).toMatchObject({ title: 'One' });
    expect(made.store.events).toEqual([]);
    expect((await made.app.inject({ url: URL_OF_ONE, headers: asEditor(7) })).headers['etag']).toBe('"e1"');
  });

  it('grows with the saves of its tab, also where the answer to one was lost, and ignores one that is late', async () => {
    await call('PUT', '/working-copy', typed('First', 1));
    const again = await call('PUT', '/working-copy', typed('Second', 2), {
      ...asEditor(7),
      'if-match': '"w0"',
    });
    expect(again).toMatchObject({ status: 200, data: { seq: 2 } });
    expect(await call('PUT', '/working-copy', typed('First', 1))).toMatchObject({
      status: 200,
      data: { seq: 2 },
    });
    expect((await call('GET', '/working-copy')).data.values).toEqual({ title: 'Second' });
  });

  it('belongs to one tab until another one takes over; the former tab gets 412 and loses no text', async () => {
    await call('PUT', '/working-copy', typed('Of Meena', 1));
    time += MINUTE;
    const blind = await call('PUT', '/working-copy', typed('Of Arun', 1, 'b'), asEditor(8));
    expect(blind).toMatchObject({
      status: 412,
      error: {
        name: 'PreconditionFailedError',
        details: { seq: 1, by: { id: 7, name: 'Meena Rao' }, since: new Date(START).toISOString(), tab: 'a' },
      },
    });
    const taken = await call('PUT', '/working-copy', typed('Of Arun', 1, 'b'), {
      ...asEditor(8),
      'if-match': '"w1"',
    });
    expect(taken).toMatchObject({ status: 200, data: { seq: 2, by: { id: 8 } } });
    const late = await call('PUT', '/working-copy', typed('Of Meena, later', 2), {
      ...asEditor(7),
      'if-match': '"w1"',
    });
    expect(late).toMatchObject({ status: 412, error: { details: { by: { name: 'Arun Sen' } } } });
    const [, aside] = await revisions();
    expect(aside).toMatchObject({ kind: 'discarded', current: false });
    expect((await call('GET', `/revisions/${aside?.rev ?? ''}`)).data.values).toEqual({ title: 'Of Meena' });
  });

  it('is amended by somebody else, and stays that of its writer, whose tab goes on', async () => {
    await call('PUT', '/working-copy', { ...typed('Typed', 1), values: { title: 'Typed', marks: 3 } });
    const amend = (seq: number, values: unknown) =>
      call('POST', '/working-copy/values', { values }, { ...asEditor(8), 'if-match': `"w${seq}"` });
    expect((await amend(9, { marks: 4 })).status).toBe(412);
    expect((await amend(1, 'marks')).status).toBe(400);
    expect(await amend(1, { marks: 4 })).toMatchObject({
      status: 200,
      data: { seq: 2, by: { id: 7 }, tab: 'a' },
      headers: { etag: '"w2"' },
    });
    expect((await call('GET', '/working-copy')).data.values).toEqual({ title: 'Typed', marks: 4 });
    expect((await call('PUT', '/working-copy', typed('Typed on', 2))).status).toBe(200);
    await call('DELETE', '/working-copy');
    expect((await amend(4, { marks: 4 })).status).toBe(404);
  });

  it('becomes a revision when it is discarded', async () => {
    await call('PUT', '/working-copy', typed('Typed', 1));
    expect(
      (await call('DELETE', '/working-copy', undefined, { ...asEditor(7), 'if-match': '"w9"' })).status,
    ).toBe(412);
    const removed = await call('DELETE', '/working-copy', undefined, { ...asEditor(7), 'if-match': '"w1"' });
    expect(removed).toMatchObject({ status: 200, data: null, headers: { etag: '"w2"' } });
    expect((await call('GET', '/working-copy')).data).toBeNull();
    expect((await revisions()).map(({ kind }) => kind)).toEqual(['create', 'discarded']);
  });

  it('is merged and removed by the save that names it', async () => {
    await call('PUT', '/working-copy', { ...typed('Typed', 1), values: { title: 'Typed', marks: 3 } });
    const saving = { ...asEditor(7), 'if-match': '"e1"', 'x-working-copy': 'w1' };
    const saved = await call('PUT', '', { marks: 4 }, saving);
    expect(saved).toMatchObject({ status: 200, headers: { etag: '"e2"', 'x-working-copy': 'w2' } });
    expect(await stored()).toMatchObject({ title: 'Typed', marks: 4 });
    expect(await call('GET', '/working-copy')).toMatchObject({ data: null, headers: { etag: '"w2"' } });
    // The same save again, as its answer was lost.
    expect(await call('PUT', '', { marks: 4 }, saving)).toMatchObject({
      status: 412,
      error: { details: { working_copy: true, seq: 2, by: null } },
    });
  });

  it('stays when somebody saves something else', async () => {
    await call('PUT', '/working-copy', typed('Typed', 1));
    await call('PUT', '', { marks: 1 }, asEditor(8));
    expect((await call('GET', '/working-copy')).data.values).toEqual({ title: 'Typed' });
  });

  it('is not merged with what the other tab typed after the request was sent', async () => {
    await call('PUT', '/working-copy', typed('Typed', 1));
    const { store } = made;
    const find = store.findEditing;
    store.findEditing = async (collection, id) => {
      const found = await find(collection, id);
      store.findEditing = find;
      await call('PUT', '/working-copy', typed('Typed on', 2));
      return found;
    };
    const saved = await call('PUT', '', {}, { ...asEditor(7), 'x-working-copy': 'w1' });
    expect(saved.status).toBe(412);
    expect((await call('GET', '/working-copy')).data.values).toEqual({ title: 'Typed on' });
    expect(await stored()).toMatchObject({ title: 'One' });
  });

  it.each([
    {},
    { ...typed('a', 1), values: [] },
    { ...typed('a', 1), values: null },
    { ...typed('a', 1), tab: '' },
    { ...typed('a', 1), tab: 'a'.repeat(65) },
    { ...typed('a', 1), n: -1 },
    { ...typed('a', 1), base_rev: 'one' },
  ])('is rejected as %j', async (body) => {
    expect((await call('PUT', '/working-copy', body)).status).toBe(400);
  });
});

describe('revisions', () => {
  it('hold the values before each save, newest first', async () => {
    await call('PUT', '', { title: 'Two' }, asEditor(8));
    time += MINUTE;
    await call('PUT', '', { publishedAt: '2026-11-20T10:00:30.000Z' });
    await call('PUT', '', { title: 'Three' });
    expect(await revisions()).toMatchObject([
      { rev: '4', kind: 'publish', by: { id: 7 }, changed: ['title'], current: true },
      { rev: '3', kind: 'publish', by: { id: 7 }, changed: ['publishedAt'], current: false },
      { rev: '2', kind: 'save', by: { id: 8, name: 'Arun Sen' }, changed: ['title'], current: false },
      { rev: '1', kind: 'create', by: { id: 7, name: 'Meena Rao' }, current: false },
    ]);
    expect((await call('GET', '/revisions/1')).data).toMatchObject({
      values: { title: 'One', publishedAt: null, notes: [] },
    });
    expect((await call('GET', '/revisions/4')).data.values).toMatchObject({ title: 'Three' });
    expect((await call('GET', '/revisions/9')).status).toBe(404);
  });

  it('join the saves of one person within five minutes, and no others', async () => {
    const on = (rev: number, id = 7) => ({ ...asEditor(id), 'if-match': `"e${rev}"` });
    for (const [at, title] of ['a', 'a b', 'c a b'].entries()) {
      await call('PUT', '', { title }, on(at + 1));
      time += MINUTE;
    }
    await call('PUT', '', { title: 'Of Arun' }, on(4, 8));
    time += 6 * MINUTE;
    await call('PUT', '', { title: 'Of Arun, later' }, on(5, 8));
    expect((await revisions()).map(({ rev }) => rev)).toEqual(['6', '5', '4', '1']);
  });

  it('hold what a save removes, also of the same person a moment later', async () => {
    for (const [at, title] of ['a b', 'b'].entries())
      await call('PUT', '', { title }, { ...asEditor(7), 'if-match': `"e${at + 1}"` });
    expect((await revisions()).map(({ rev }) => rev)).toEqual(['3', '2', '1']);
  });

  it('hold what a save without If-Match replaces, as its author may not have seen it', async () => {
    await call('PUT', '', { title: 'a' });
    await call('PUT', '', { title: 'b' });
    expect((await revisions()).map(({ rev }) => rev)).toEqual(['3', '2', '1']);
  });

  it('are named, the present one included, whose name stays', async () => {
    expect(await call('PUT', '/revisions/1', { name: 'As filed', note: 'Before the hearing' })).toMatchObject(
      {
        status: 200,
        data: { rev: '1', name: 'As filed', current: true },
      },
    );
    await call('PUT', '', { title: 'Two' });
    expect((await revisions())[1]).toMatchObject({ rev: '1', name: 'As filed', note: 'Before the hearing' });
    await call('PUT', '/revisions/1', { name: null });
    expect((await revisions())[1]).toMatchObject({ rev: '1', name: null, note: null });
    expect((await call('PUT', '/revisions/9', { name: 'x' })).status).toBe(404);
    expect((await call('PUT', '/revisions/1', { name: 'x'.repeat(121) })).status).toBe(400);
  });

  it('are restored as a working copy, never as the live text', async () => {
    await call('PUT', '', { title: 'Two' });
    const restored = await call('POST', '/revisions/1/restore', undefined, {
      ...asEditor(7),
      'if-match': '"w0"',
    });
    expect(restored).toMatchObject({ status: 200, data: { seq: 1, base_rev: 2, values: { title: 'One' } } });
    expect(await stored()).toMatchObject({ title: 'Two' });
    expect(restored.data.values).not.toHaveProperty('publishedAt');
  });

  it('hold the text that lost a conflict, once', async () => {
    const lost = { values: { title: 'Mine' }, base_rev: 1 };
    const first = await call('POST', '/revisions', lost);
    expect((await call('POST', '/revisions', lost)).data).toEqual(first.data);
    expect(await revisions()).toMatchObject([
      { rev: '1' },
      { kind: 'conflict', by: { id: 7 }, changed: ['title'] },
    ]);
  });

  it('come in pages', async () => {
    for (let at = 0; at < 4; at += 1) {
      time += 6 * MINUTE;
      await call('PUT', '', { marks: at });
    }
    const page = await call('GET', '/revisions?pagination%5Bpage%5D=2&pagination%5BpageSize%5D=2');
    expect(page).toMatchObject({
      data: [{ rev: '3' }, { rev: '2' }],
      meta: { pagination: { page: 2, pageSize: 2, pageCount: 3, total: 5 } },
    });
  });
});

describe('readers', () => {
  it.each([
    ['GET', '/working-copy'],
    ['PUT', '/working-copy'],
    ['DELETE', '/working-copy'],
    ['GET', '/revisions'],
    ['POST', '/revisions'],
    ['GET', '/revisions/1'],
    ['PUT', '/revisions/1'],
    ['POST', '/revisions/1/restore'],
  ] as const)('may not %s %s', async (method, path) => {
    expect((await call(method, path, method === 'GET' ? undefined : typed('x', 1), {})).status).toBe(403);
  });
});
