import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createReadPermits } from './read-permits.ts';

const aResponse = () => new EventEmitter() as ServerResponse;

describe('createReadPermits', () => {
  it('gives a client few permits at a time, the others in order, and other clients theirs at once', async () => {
    const permits = createReadPermits(2);
    const taken: string[] = [];
    const take = async (key: string, name: string) => {
      const end = await permits.take(key, aResponse());
      taken.push(name);
      return end;
    };
    const [first, , third] = ['1', '2', '3', '4'].map((name) => take('a', name));
    await take('b', 'other');
    expect([taken.toSorted(), permits.waiting]).toEqual([['1', '2', 'other'], 2]);
    const end = await first;
    end?.();
    end?.();
    await third;
    expect([taken.at(-1), permits.waiting]).toEqual(['3', 1]);
  });

  it('passes over a client that has gone, and ends a permit with its response', async () => {
    const permits = createReadPermits(1);
    const [current, gone] = [aResponse(), aResponse()];
    await permits.take('a', current);
    const passedOver = permits.take('a', gone);
    const next = permits.take('a', aResponse());
    gone.emit('close');
    expect(await passedOver).toBeNull();
    current.emit('close');
    expect(await next).toBeTypeOf('function');
    expect(permits.waiting).toBe(0);
  });

  it('has no limit of 0', async () => {
    const permits = createReadPermits(0);
    for (let n = 0; n < 500; n += 1) expect(await permits.take('a', aResponse())).not.toBeNull();
  });
});
