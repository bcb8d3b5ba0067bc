import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toJsonLiteral, fromJsonLiteral, createLongTextStore } from './long-text-store.ts';
import type { LongTextRef, LongTextStore } from './long-text-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'long-texts-'));
afterAll(() => rmSync(directory, { recursive: true }));

const read = (store: LongTextStore, ref: LongTextRef): string => {
  const bytes = Buffer.alloc(ref.length);
  store.read(ref, bytes, 0);
  return fromJsonLiteral(bytes);
};

describe.each([
  ['memory', undefined],
  ['files', directory],
])('long texts in %s', (_name, place) => {
  it('are read as they were written, flushed or not', () => {
    const store = createLongTextStore(place);
    const texts = Array.from({ length: 300 }, (_, at) => `${at} "quoted" न्याय \n ${'x'.repeat(at * 40)}`);
    const refs = texts.map((text) => store.append(toJsonLiteral(text)));
    expect(refs.map((ref) => read(store, ref))).toEqual(texts);
    store.close();
  });

  it('are compacted when most of a segment is garbage', () => {
    const store = createLongTextStore(place);
    const refs = Array.from({ length: 400 }, (_, at) =>
      store.append(toJsonLiteral(`${at}${'y'.repeat(100_000)}`)),
    );
    const retained = refs.filter((_, at) => at % 10 === 0);
    for (const ref of refs) if (!retained.includes(ref)) store.release(ref);
    expect(store.storedBytes()).toBeLessThan(25_000_000);
    expect(retained.map((ref) => read(store, ref).slice(0, 4))).toEqual(
      retained.map((_, at) => `${at * 10}yyyy`.slice(0, 4)),
    );
    store.close();
  });
});

it('leaves no file behind', () => {
  const store = createLongTextStore(directory);
  store.append(toJsonLiteral('text'));
  expect(readdirSync(directory)).toEqual([]);
  store.close();
});
