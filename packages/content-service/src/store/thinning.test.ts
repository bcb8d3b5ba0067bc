import { describe, expect, it } from 'vitest';
import { expendableRevisions } from './thinning.ts';

const NOW = new Date('2026-11-28T12:00:00.000Z');
const at = (daysAgo: number, hour = 10): string =>
  new Date(Date.UTC(2026, 10, 28 - daysAgo, hour)).toISOString();
const entry = (rev: number, time: string, values: object = {}) => ({
  rev: String(rev),
  at: time,
  since: time,
  by: 7,
  kind: 'save' as const,
  changed: [],
  ...values,
});

describe('expendable revisions', () => {
  it('are all but the last of each day once they are a month old', () => {
    const entries = [
      entry(5, at(29, 11)),
      entry(4, at(29, 10)),
      entry(3, at(40, 11)),
      entry(2, at(40, 9)),
      entry(1, at(41, 9)),
    ];
    expect(expendableRevisions(entries, NOW)).toEqual(['2']);
  });

  it('are all that are older than a year', () => {
    expect(expendableRevisions([entry(2, at(364)), entry(1, at(366))], NOW)).toEqual(['1']);
  });

  it('are never those that readers saw, nor named ones', () => {
    const old = [{ kind: 'publish' }, { kind: 'correction' }, { kind: 'takedown' }, { name: 'As filed' }];
    const entries = old.map((values, index) => entry(index, at(800), values));
    expect(expendableRevisions(entries, NOW)).toEqual([]);
  });
});
