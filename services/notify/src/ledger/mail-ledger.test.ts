import { expect, it } from 'vitest';
import { unavailablePauseMs } from './mail-ledger.ts';

it.each([
  ['15 s at first', 0, 15_000],
  ['a quarter of the time that it has waited', 120_000, 30_000],
  ['a minute after a long outage', 3_600_000, 60_000],
])('tries a mail again after %s', (_, waitedMs, expected) => {
  expect(unavailablePauseMs(waitedMs)).toBe(expected);
});
