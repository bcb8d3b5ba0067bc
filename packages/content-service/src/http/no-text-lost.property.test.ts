import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpack } from '../store/editing.ts';
import { noteCollection } from '../testing/content-store-contract.ts';
import { anEditingApp, asEditor, type EditingApp } from '../testing/editing-app-builder.ts';

const SCHEDULES = 1_000;
const EDITORS = [7, 8, 9];
const TABS = ['a', 'b'];

/** The next action of one tab; `lost` drops the response, as a network or a killed browser does. */
const step = fc.record({
  editor: fc.constantFrom(...EDITORS),
  tab: fc.constantFrom(...TABS),
  act: fc.constantFrom(
    'type',
    'type',
    'autosave',
    'autosave',
    'take over',
    'save',
    'save the copy',
    'save blindly',
    'discard',
    'restore',
    'reload',
  ),
  isLost: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Tab {
  text: string;
  baseRev: number;
  seq: number;
  n: number;
}

describe('three editors with two tabs each', () => {
  let made: EditingApp;
  beforeAll(async () => {
    made = await anEditingApp();
  });
  afterAll(() => made.app.close());

  async function run(steps: readonly Step[]): Promise<void> {
    const { doc } = await made.store.create(noteCollection, { title: 'start' });
    made.model.upsert('note', doc);
    const url = `/api/notes/${doc.id}`;
    const tabs = new Map<string, Tab>();
    const generations = new Map<string, number>();
    let words = 0;

    async function call(
      method: 'GET' | 'PUT' | 'POST' | 'DELETE',
      path: string,
      editor: number,
      rest: { data?: object; headers?: object } = {},
    ) {
      const { data, headers } = rest;
      const response = await made.app.inject({
        method,
        url: url + path,
        headers: { ...asEditor(editor), ...headers },
        ...(data === undefined ? {} : { payload: { data } }),
      });
      expect([200, 412]).toContain(response.statusCode);
      return { status: response.statusCode, tags: response.headers, ...response.json() };
    }
    const revOf = (tags: Record<string, unknown>) => Number(/\d+/.exec(String(tags['etag']))?.[0]);
    async function open(editor: number): Promise<Tab> {
      const read = await call('GET', '', editor);
      const copy = await call('GET', '/working-copy', editor);
      const text: string = copy.data?.values.title ?? read.data.attributes.title;
      // A copy is compared with the state that its text started from.
      const baseRev: number = copy.data?.base_rev ?? revOf(read.tags);
      return { text, baseRev, seq: revOf(copy.tags), n: 0 };
    }
    const liveText = async () => (await made.store.find(noteCollection, doc.id))?.doc['title'];

    const all: string[] = [];
    for (const { editor, tab: name, act, isLost } of steps) {
      const key = `${editor}${name}`;
      const tab = tabs.get(key) ?? (await open(editor));
      tabs.set(key, tab);
      const id = `${key}${generations.get(key) ?? 0}`;
      const copyOf = () => ({ values: { title: tab.text }, base_rev: tab.baseRev, tab: id, n: (tab.n += 1) });
      const ifCopy = { 'if-match': `"w${tab.seq}"` };
      const before = await liveText();
      let isSave = false;
      const confirm = (status: number, text: string) => void (status === 200 && all.push(text));
      switch (act) {
        case 'type':
          words += 1;
          tab.text += ` ${key}-${words}`;
          break;
        case 'autosave':
        case 'take over': {
          if (act === 'take over') tab.seq = revOf((await call('GET', '/working-copy', editor)).tags);
          const headers = { 'if-match': `"w${tab.seq}"` };
          const saved = await call('PUT', '/working-copy', editor, { data: copyOf(), headers });
          confirm(saved.status, tab.text);
          if (saved.status === 200 && !isLost) tab.seq = saved.data.seq;
          break;
        }
        case 'save':
        case 'save the copy': {
          const isCopy = act === 'save the copy';
          const headers = {
            'if-match': `"e${tab.baseRev}"`,
            ...(isCopy ? { 'x-working-copy': `w${tab.seq}` } : {}),
          };
          const saved = await call('PUT', '', editor, { data: { title: tab.text }, headers });
          isSave = saved.status === 200;
          confirm(saved.status, tab.text);
          if (isSave && !isLost) tab.baseRev = revOf(saved.tags);
          // The console stores the loser before it shows the conflict.
          if (!isSave) {
            const lost = { values: { title: tab.text }, base_rev: tab.baseRev };
            confirm((await call('POST', '/revisions', editor, { data: lost })).status, tab.text);
          }
          break;
        }
        case 'save blindly': {
          const saved = await call('PUT', '', editor, { data: { title: tab.text } });
          isSave = saved.status === 200;
          confirm(saved.status, tab.text);
          break;
        }
        case 'discard':
          await call('DELETE', '/working-copy', editor, { headers: ifCopy });
          break;
        case 'restore': {
          const { data } = await call('GET', '/revisions', editor);
          const rev = data.at(-1).rev as string;
          await call('POST', `/revisions/${rev}/restore`, editor, { headers: ifCopy });
          break;
        }
        case 'reload':
          generations.set(key, (generations.get(key) ?? 0) + 1);
          tabs.set(key, await open(editor));
          break;
      }
      expect(isSave || (await liveText()) === before).toBe(true);
    }

    await made.store.settle(noteCollection, doc.id, made.revisions);
    const entries = await made.revisions.list(noteCollection, doc.id);
    const former = await Promise.all(
      entries.map(({ rev }) => made.revisions.find(noteCollection, doc.id, rev)),
    );
    const editing = await made.store.findEditing(noteCollection, doc.id);
    const texts = [
      await liveText(),
      ...(editing?.copy === undefined ? [] : [unpack(editing.copy.values)['title']]),
      ...former.map((revision) => (revision === null ? '' : unpack(revision.values)['title'])),
    ].map(String);
    // A later text of a tab contains its earlier ones.
    const lost = all.filter((text) => !texts.some((stored) => stored.startsWith(text)));
    expect(lost).toEqual([]);
  }

  it('lose no text that the server has confirmed, and change no live text by typing', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), {
      numRuns: SCHEDULES,
    });
  }, 600_000);
});
