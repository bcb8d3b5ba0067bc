import { expect, it } from 'vitest';
import { lastDays, shownRows, withSales } from './reader-days.ts';

const NONE = { pages: 1, arrivals: 0, searches: 0, empty_searches: 0 };

it('puts the sales of a day beside its readers', () => {
  const [first, second] = withSales(
    [
      { day: '2026-11-28', ...NONE },
      { day: '2026-11-29', ...NONE },
    ],
    { days: [{ day: '2026-11-29', orders: 2, total_paise: 500 }] } as never,
  );
  expect([first?.orders, second?.orders, second?.sales_paise]).toEqual([0, 2, 500]);
});

it('sums up the months of a period with more than a quarter of a year', () => {
  const days = Array.from({ length: 120 }, (_day, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    ...NONE,
  }));
  const rows = shownRows(withSales(days, null));
  expect(rows.map(({ time, pages }) => [time, pages])).toEqual([
    ['2026-01', 31],
    ['2026-02', 28],
    ['2026-03', 31],
    ['2026-04', 30],
  ]);
  expect(shownRows(withSales(days.slice(0, 92), null))).toHaveLength(92);
});

it('ends with the present day in India', () => {
  expect(lastDays(Date.parse('2026-11-29T18:31:00Z'), 7)).toEqual({ from: '2026-11-24', to: '2026-11-30' });
});
