import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createClientTurns } from './client-turns.ts';

describe('createClientTurns', () => {
  it('starts a few requests of a client in a turn, in their order, and those of others at once', async () => {
    const turns = createClientTurns(2);
    const started: string[] = [];
    const start = (key: string, name: string) => turns.start(key, () => started.push(name));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) start('a', name);
    start('b', 'b1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await nextTurn();
    expect(started.slice(3)).toEqual(['a3', 'a4']);
    start('b', 'b2');
    start('a', 'a6');
    expect(started.slice(5)).toEqual(['b2']);
    await nextTurn();
    expect(started.slice(6)).toEqual(['a5', 'a6']);
    await nextTurn();
    start('a', 'a7');
    expect(started.at(-1)).toBe('a7');
  });

  it('starts those that a request of the same turn causes in later turns', async () => {
    const turns = createClientTurns(1);
    let started = 0;
    const again = (): void => {
      started += 1;
      if (started < 5) turns.start('a', again);
    };
    turns.start('a', again);
    expect(started).toBe(1);
    await nextTurn();
    expect(started).toBe(2);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(started).toBe(5);
  });

  it('has no limit of 0', () => {
    const turns = createClientTurns(0);
    let started = 0;
    for (let n = 0; n < 500; n += 1) turns.start('a', () => (started += 1));
    expect(started).toBe(500);
  });
});
