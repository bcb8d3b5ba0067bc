import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayOf, daysOf, entriesByDay, isMonth, rangeOf, weekdayOf } from './month.ts';

describe('a month of the calendar', () => {
  it('has its days, from Monday on', () => {
    expect(daysOf('2026-02')).toHaveLength(28);
    expect(daysOf('2028-02')).toHaveLength(29);
    expect([daysOf('2026-11').at(0), daysOf('2026-11').at(-1)]).toEqual(['2026-11-01', '2026-11-30']);
    expect([weekdayOf('2026-11-01'), weekdayOf('2026-11-02')]).toEqual([6, 0]);
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addDays('2026-02-28', 1)]).toEqual([
      '2027-01',
      '2025-12',
      '2026-03-01',
    ]);
  });

  it('begins and ends at midnight in India', () => {
    expect(rangeOf('2026-11')).toEqual(['2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z']);
    expect([dayOf('2026-10-31T18:29:59.999Z'), dayOf('2026-10-31T18:30:00.000Z')]).toEqual([
      '2026-10-31',
      '2026-11-01',
    ]);
  });

  it('is read from an address only where it is one', () => {
    expect(['2026-11', '2026-13', '2026-1', 'x', ''].map(isMonth)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('has published and scheduled articles on their day, and others on the day that their embargo ends', () => {
    const now = new Date('2026-11-15T00:00:00.000Z');
    const posts = [
      { id: 1, publishedAt: '2026-11-10T20:00:00.000Z' },
      { id: 2, publishedAt: '2026-11-20T04:30:00.000Z', embargo_until: '2026-11-18T00:00:00.000Z' },
      { id: 3, publishedAt: null, embargo_until: '2026-11-20T03:00:00.000Z' },
      { id: 4, publishedAt: null },
    ];
    const days = entriesByDay(posts, now);
    expect(
      [...days].map(([day, entries]) => [day, entries.map(({ post, kind }) => [post.id, kind])]),
    ).toEqual([
      ['2026-11-11', [[1, 'published']]],
      [
        '2026-11-20',
        [
          [3, 'embargo'],
          [2, 'scheduled'],
        ],
      ],
    ]);
  });
});
