import { describe, expect, it } from 'vitest';
import { RETENTION_MS, MAX_ENTRIES, checkAfterMs, decideCheck } from './check-decision.ts';
import { aStep } from './entry-builder.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const DAY = 24 * 3_600_000;
const settled = (step: number, ms: number) =>
  aStep('a', step, { publishedAt: ago(ms + 1_000), acknowledgedAt: ago(ms) });

describe('the schedule of re-emission', () => {
  it('is 2, 5 and 15 minutes after a publication, and an hour from then on', () => {
    expect([0, 1, 2, 3, 4, 100].map((count) => checkAfterMs(count) / 60_000)).toEqual([2, 5, 15, 60, 60, 60]);
  });
});

describe('the check of a document', () => {
  it('publishes again what is published and not acknowledged, and nothing else', () => {
    const entries = [
      settled(1, DAY),
      aStep('a', 2, { publishedAt: ago(DAY) }),
      aStep('a', 3, { acknowledgedAt: ago(1) }),
      aStep('a', 4),
    ];
    const { unacknowledged, expired, nextAt } = decideCheck(entries, 1, NOW);
    expect(unacknowledged.map(({ id }) => id)).toEqual(['step.taken:a:2']);
    expect(expired).toEqual([]);
    expect(nextAt).toEqual(new Date(NOW.getTime() + checkAfterMs(2)));
  });

  it('removes an entry 14 days after the later one of publication and acknowledgement', () => {
    const lateAcknowledgement = aStep('a', 2, { publishedAt: ago(30 * DAY), acknowledgedAt: ago(DAY) });
    const latePublication = aStep('a', 3, { publishedAt: ago(2 * DAY), acknowledgedAt: ago(30 * DAY) });
    const entries = [
      settled(1, RETENTION_MS),
      lateAcknowledgement,
      latePublication,
      settled(4, RETENTION_MS - 1),
    ];
    expect(decideCheck(entries, 0, NOW)).toEqual({
      unacknowledged: [],
      expired: ['step.taken:a:1'],
      nextAt: new Date(NOW.getTime() + 1),
    });
  });

  it('has nothing to come back for when the last entry is removed', () => {
    expect(decideCheck([settled(1, RETENTION_MS)], 0, NOW).nextAt).toBeNull();
    expect(decideCheck([], 0, NOW).nextAt).toBeNull();
  });

  it('removes the oldest acknowledged entries early above the cap, and never an unacknowledged one', () => {
    const waiting = Array.from({ length: MAX_ENTRIES }, (_, at) => aStep('a', at, { publishedAt: ago(DAY) }));
    const entries = [...waiting, settled(50, 1_000), settled(51, 3_000), settled(52, 2_000)];
    expect(decideCheck(entries, 0, NOW).expired).toEqual([
      'step.taken:a:51',
      'step.taken:a:52',
      'step.taken:a:50',
    ]);
    expect(decideCheck(entries.slice(0, -1), 0, NOW).unacknowledged).toHaveLength(MAX_ENTRIES);
    expect(decideCheck(entries.slice(2), 0, NOW).expired).toEqual(['step.taken:a:51']);
    expect(decideCheck([...waiting, aStep('a', 90)], 0, NOW).expired).toEqual([]);
  });
});
