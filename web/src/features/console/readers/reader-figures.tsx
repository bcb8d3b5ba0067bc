import { useState } from 'react';
import type { CountedNames, PageViewSummary } from '@vidhi/contracts/page-views.ts';
import type { Sales } from '@vidhi/contracts/shop-money.ts';
import { formatPaise } from '#shared/catalogue/money.ts';
import { saveCsv } from '../kit/save-csv.ts';
import * as kit from '../kit.module.css';
import { ReaderChart } from './reader-chart.tsx';
import { shownRows, withSales, type ReaderRow } from './reader-days.ts';
import { detailNote, formatTime, isEmptyList, LISTS, READERS } from './reader-texts.ts';
import * as styles from './readers.module.css';

interface FiguresProps {
  summary: PageViewSummary;
  /** Null for staff that may not see sales. */
  sales: Sales | null;
}

const PAISE = 100;
/** Days that are listed at first, the latest first. */
const SHOWN = 14;

/** Chart, days and lists of a period. */
export function ReaderFigures({ summary, sales }: FiguresProps) {
  const { from, to, total } = summary;
  const days = withSales(summary.days, sales);
  const note = detailNote(summary);
  return (
    <>
      <dl className={styles.readerTotals}>
        <Total name="Pages" value={total.pages} />
        <Total name="Arrivals" value={total.arrivals} />
        <Total name="Searches" value={total.searches} />
        <Total name="Found nothing" value={total.empty_searches} />
        {sales !== null && <Total name="Orders" value={sales.total.orders} />}
        {sales !== null && <Total name="Sales" value={formatPaise(sales.total.total_paise)} />}
      </dl>
      <ReaderChart rows={shownRows(days)} />
      <Days days={days} hasSales={sales !== null} name={`readers-${from}-${to}`} />
      {note !== null && <p>{note}</p>}
      <div className={styles.readerLists}>
        {LISTS.map((list) => (
          <Names key={list.name} list={list} counted={summary[list.name]} period={`${from}-${to}`} />
        ))}
      </div>
    </>
  );
}

const Total = ({ name, value }: { name: string; value: number | string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Days({ days, hasSales, name }: { days: readonly ReaderRow[]; hasSales: boolean; name: string }) {
  const [isWhole, setWhole] = useState(false);
  const rows = shownRows(days).toReversed();
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  const save = (): void =>
    saveCsv(name, [
      ['day', 'pages', 'arrivals', 'searches', 'found nothing', ...(hasSales ? ['orders', 'sales'] : [])],
      ...days.map((row) => [
        row.time,
        row.pages,
        row.arrivals,
        row.searches,
        row.empty_searches,
        ...(hasSales ? [row.orders, (row.sales_paise / PAISE).toFixed(2)] : []),
      ]),
    ]);
  return (
    <section aria-labelledby="readers-days" className={styles.readerByDay}>
      <div className={styles.readerHead}>
        <h2 id="readers-days">{rows.length === days.length ? 'By day' : 'By month'}</h2>
        <button type="button" className={kit.tool} aria-label="Save the days as CSV" onClick={save}>
          CSV
        </button>
      </div>
      <table className={`${styles.readerTable} ${styles.readerDays}`}>
        <thead>
          <tr>
            <th scope="col">{rows.length === days.length ? 'Day' : 'Month'}</th>
            <th scope="col">Pages</th>
            <th scope="col">Arrivals</th>
            <th scope="col">Searches</th>
            <th scope="col">Found nothing</th>
            {hasSales && <th scope="col">Orders</th>}
            {hasSales && <th scope="col">Sales</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.time}>
              <th scope="row">{formatTime(row.time)}</th>
              <td>{row.pages}</td>
              <td>{row.arrivals}</td>
              <td>{row.searches}</td>
              <td>{row.empty_searches}</td>
              {hasSales && <td>{row.orders}</td>}
              {hasSales && <td>{formatPaise(row.sales_paise)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && (
        <button type="button" className={kit.tool} onClick={() => setWhole(true)}>
          All {rows.length} rows
        </button>
      )}
    </section>
  );
}

interface NamesProps {
  list: (typeof LISTS)[number];
  counted: CountedNames;
  period: string;
}

function Names({ list, counted, period }: NamesProps) {
  const { name, title, head, other, hint } = list;
  const id = `readers-${name}`;
  const save = (): void =>
    saveCsv(`${name.replace('_', '-')}-${period}`, [
      [head.toLowerCase(), 'number'],
      ...counted.rows.map((row) => [row.name, row.count]),
      ['', counted.other],
    ]);
  return (
    <section aria-labelledby={id}>
      <div className={styles.readerHead}>
        <h2 id={id}>{title}</h2>
        {!isEmptyList(counted) && (
          <button type="button" className={kit.tool} aria-label={`Save ${title} as CSV`} onClick={save}>
            CSV
          </button>
        )}
      </div>
      {hint !== undefined && <p className={styles.readerHint}>{hint}</p>}
      {isEmptyList(counted) ? (
        <p>{READERS.nothing}</p>
      ) : (
        <table className={styles.readerTable}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">Number</th>
            </tr>
          </thead>
          <tbody>
            {counted.rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{row.count}</td>
              </tr>
            ))}
            {counted.other > 0 && (
              <tr>
                <th scope="row">{other}</th>
                <td>{counted.other}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}
