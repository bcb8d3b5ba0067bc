import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSearchIndex, type SearchIndex } from './search-index.ts';

let directory: string;
let open: SearchIndex[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'search-'));
});
afterEach(async () => {
  await Promise.all(open.map((index) => index.close()));
  open = [];
  await rm(directory, { recursive: true });
});

const start = (name = 'index'): SearchIndex => {
  const index = openSearchIndex(join(directory, name));
  open.push(index);
  return index;
};
const document = (id: number, title: string, stamp = 'a') => ({
  id,
  stamp,
  title,
  html: '<p>text</p>',
  names: [],
  keywords: '',
  time: Date.parse('2026-11-01T10:00:00.000Z'),
});
const find = async (index: SearchIndex, text: string) =>
  (await index.search({ text, offset: 0, limit: 10 })).ids;

it('an index sees the changes that were sent before a search', async () => {
  const index = start();
  void index.put([document(1, 'Bail'), document(2, 'Custody')]);
  void index.remove([2]);
  expect(await find(index, 'bail')).toEqual([1]);
  expect(await find(index, 'custody')).toEqual([]);
});

it('an index survives its process, and knows which documents changed meanwhile', async () => {
  const first = start();
  await first.put([document(1, 'Bail'), document(2, 'Custody'), document(3, 'Remand')]);
  await first.close();
  const second = start();
  expect(
    await second.outdated([
      [1, 'a'],
      [2, 'b'],
      [4, 'a'],
    ]),
  ).toEqual([2, 4]);
  await second.retain([1, 2]);
  expect(await find(second, 'remand')).toEqual([]);
  expect((await second.search({ text: 'cusotdy', offset: 0, limit: 1 })).correction?.text).toBe('custody');
});

it('a second process with the same file has an index of its own', async () => {
  const [one, other] = [start(), start()];
  await one.put([document(1, 'Bail')]);
  await other.put([document(2, 'Bail')]);
  expect([await find(one, 'bail'), await find(other, 'bail')]).toEqual([[1], [2]]);
});

it('a damaged file is replaced by a temporary one', async () => {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(
    join(directory, 'damaged'),
    'not a database, but long enough to be read as the header of one.'.repeat(40),
  );
  const index = start('damaged');
  await index.put([document(1, 'Bail')]);
  expect(await find(index, 'bail')).toEqual([1]);
});
