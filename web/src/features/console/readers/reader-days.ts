import type { PageViewSummary } from '@vidhi/contracts/page-views.ts';
import type { Sales } from '@vidhi/contracts/shop-money.ts';
import { dayInIndia } from '../money/periods.ts';

type Day = PageViewSummary['days'][number];

/** Figures of a day, or of a month where a period has too many days to show. */
export interface ReaderRow extends Omit<Day, 'day'> {
  /** `2026-11-29`, or `2026-11`. */
  time: string;
  orders: number;
  sales_paise: number;
}

/** A quarter of a year: more bars would be thinner than a line on a phone. */
const MAX_DAYS = 92;
const MONTH_LENGTH = '2026-11'.length;

/** Puts the sales of each day beside its readers; without any where the session may not see sales. */
export function withSales(days: readonly Day[], sales: Pick<Sales, 'days'> | null): ReaderRow[] {
  const byDay = new Map(sales?.days.map((row) => [row.day, row]));
  return days.map(({ day, ...counts }) => ({
    time: day,
    ...counts,
    orders: byDay.get(day)?.orders ?? 0,
    sales_paise: byDay.get(day)?.total_paise ?? 0,
  }));
}

/** Sums up the days of each month, where there are more than three months of them. */
export function shownRows(days: readonly ReaderRow[]): ReaderRow[] {
  if (days.length <= MAX_DAYS) return [...days];
  const byMonth = Map.groupBy(days, ({ time }) => time.slice(0, MONTH_LENGTH));
  return [...byMonth].map(([time, rows]) =>
    rows.reduce<ReaderRow>(
      (sum, row) => ({
        time,
        pages: sum.pages + row.pages,
        arrivals: sum.arrivals + row.arrivals,
        searches: sum.searches + row.searches,
        empty_searches: sum.empty_searches + row.empty_searches,
        orders: sum.orders + row.orders,
        sales_paise: sum.sales_paise + row.sales_paise,
      }),
      { time, pages: 0, arrivals: 0, searches: 0, empty_searches: 0, orders: 0, sales_paise: 0 },
    ),
  );
}

const DAY_MS = 86_400_000;

/** Returns the last days in India up to today, so many of them. */
export const lastDays = (now: number, days: number): { from: string; to: string } => ({
  from: dayInIndia(now - (days - 1) * DAY_MS),
  to: dayInIndia(now),
});
