import { afterEach, expect, it, vi } from 'vitest';
import { heldKeys, holdKey } from './local-copy.ts';

/** Locks of a browser: held until what requested them has run. */
function stubLocks(): void {
  const held = new Set<string>();
  const request = async (name: string, _options: object, run: () => Promise<void>): Promise<void> => {
    held.add(name);
    await run();
    held.delete(name);
  };
  const query = async () => ({ held: [...held].map((name) => ({ name })) });
  vi.stubGlobal('navigator', { locks: { request, query } });
}

afterEach(() => vi.unstubAllGlobals());

it('holds the key of a new article until its page is left', async () => {
  stubLocks();
  const ended = new AbortController();
  await holdKey('new:1', ended.signal);
  expect([...(await heldKeys())]).toEqual(['new:1']);
  ended.abort();
  await expect.poll(async () => [...(await heldKeys())]).toEqual([]);
});

it('does not hold the key of a page that was left meanwhile', async () => {
  stubLocks();
  await holdKey('new:1', AbortSignal.abort());
  expect([...(await heldKeys())]).toEqual([]);
});
