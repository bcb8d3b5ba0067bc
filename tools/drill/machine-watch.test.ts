import { expect, it } from 'vitest';
import type { Exchange } from '@vidhi/harness/http-exchange.ts';
import { watchMachine } from './machine-watch.ts';

const createExchange = (startedAt: number, endedAt: number): Exchange => ({
  path: '/livez',
  status: 200,
  error: null,
  headers: {},
  body: '',
  startedAt,
  endedAt,
});

it('detects when an idle process got no CPU time, and when it did', async () => {
  const base = Date.now() + 1_000_000;
  const responses = [
    createExchange(base, base + 3),
    createExchange(base + 20_000, base + 22_500),
    createExchange(base + 50_000, base + 50_002),
  ];
  const { promise: allRequested, resolve } = Promise.withResolvers<void>();
  const watch = watchMachine(async () => {
    const response = responses.shift() ?? createExchange(base + 50_000, base + 50_000);
    if (responses.length === 0) resolve();
    return response;
  });
  await allRequested;
  await watch.stop();
  expect({
    well: watch.wasHeldUp(base, base + 10_000),
    heldUp: watch.wasHeldUp(base + 21_000, base + 21_100),
    shortlyAfter: watch.wasHeldUp(base + 23_000, base + 24_000),
    longAfter: watch.wasHeldUp(base + 40_000, base + 60_000),
  }).toEqual({ well: false, heldUp: true, shortlyAfter: true, longAfter: false });
});
