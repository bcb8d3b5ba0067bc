import { useState } from 'react';
import { HAND_METHOD_NAMES } from '@vidhi/contracts/hand-order-names.ts';
import type { Sales } from '@vidhi/contracts/shop-money.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { formatPaise } from '#shared/catalogue/money.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { monthText } from '../kit/month-text.ts';
import { PeriodFields } from '../kit/period-fields.tsx';
import { saveCsv } from '../kit/save-csv.ts';
import { copies as copiesText } from '../orders/order-texts.ts';
import { salesApi } from './money-api.ts';
import { thisMonth } from './periods.ts';
import * as kit from '../kit.module.css';
import * as styles from './money.module.css';

/** Sales of a time by month, book and state. */
export function SalesSection({ now }: { now: number }) {
  const [period, setPeriod] = useState(() => thisMonth(now));
  const { from, to } = period;
  const isPeriod = from !== '' && to !== '' && from <= to;
  return (
    <section className={styles.moneySection} aria-labelledby="money-sales">
      <h2 id="money-sales">Sales</h2>
      <div className={styles.moneyLine}>
        <PeriodFields period={period} onChange={setPeriod} />
      </div>
      {isPeriod ? (
        <Period key={`${from}..${to}`} id={`${from}..${to}`} />
      ) : (
        <p className={styles.moneyFault}>The first day must not be after the last one.</p>
      )}
    </section>
  );
}

function Period({ id }: { id: string }) {
  const query = salesApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label={KIT.loading} />}>
      {(sales) => <Tables sales={sales} />}
    </QueryBoundary>
  );
}

/** A text or a number; an amount or a month, which are shown for people and are plain in the spreadsheet. */
type Cell = string | number | { paise: number } | { month: string };
function shownCell(cell: Cell): string {
  if (typeof cell !== 'object') return String(cell);
  return 'month' in cell ? monthText(cell.month) : formatPaise(cell.paise);
}
function savedCell(cell: Cell): string {
  if (typeof cell !== 'object') return String(cell);
  return 'month' in cell ? cell.month : String(cell.paise / 100);
}

interface Table {
  title: string;
  head: readonly string[];
  /** Columns that narrow pages leave out; the spreadsheet has them. */
  wideOnly: ReadonlySet<string>;
  rows: readonly (readonly Cell[])[];
}

const OF_ORDERS = ['Orders', 'Copies', 'Books', 'Shipping', 'Total', 'Went back'];
const WIDE_OF_ORDERS = new Set(['Copies', 'Books', 'Shipping']);
const WIDE_OF_BOOKS = new Set(['Orders', 'Discount']);
const cells = (sums: Sales['total']): Cell[] => [
  sums.orders,
  sums.copies,
  { paise: sums.books_paise },
  { paise: sums.shipping_paise },
  { paise: sums.total_paise },
  { paise: sums.returned_paise },
];

const METHODS: Readonly<Record<string, string>> = { ...HAND_METHOD_NAMES, card: 'Card provider' };

const tablesOf = ({ months, methods, books, states }: Sales): Table[] => [
  {
    title: 'By month',
    head: ['Month', ...OF_ORDERS],
    wideOnly: WIDE_OF_ORDERS,
    rows: months.map((one) => [{ month: one.month }, ...cells(one)]),
  },
  {
    title: 'By book',
    head: ['Book', 'Orders', 'Copies', 'Books', 'Discount'],
    wideOnly: WIDE_OF_BOOKS,
    rows: books.map((one) => [
      one.title,
      one.orders,
      one.copies,
      { paise: one.books_paise },
      { paise: one.discount_paise },
    ]),
  },
  {
    title: 'By payment',
    head: ['Payment', ...OF_ORDERS],
    wideOnly: WIDE_OF_ORDERS,
    rows: methods.map((one) => [METHODS[one.method] ?? one.method, ...cells(one)]),
  },
  {
    title: 'By state',
    head: ['State', ...OF_ORDERS],
    wideOnly: WIDE_OF_ORDERS,
    rows: states.map((one) => [one.state ?? 'Without an address', ...cells(one)]),
  },
];

function Tables({ sales }: { sales: Sales }) {
  if (sales.total.orders === 0) return <p>Nothing was sold in this time.</p>;
  const { orders, copies, total_paise: total, returned_paise: returned } = sales.total;
  return (
    <>
      <p>
        {orders === 1 ? '1 order' : `${orders} orders`}, {copiesText(copies)}, {formatPaise(total)}
        {returned > 0 && `, of which ${formatPaise(returned)} went back`}. Cancelled orders are left out.
      </p>
      {tablesOf(sales).map((table) => (
        <SalesTable key={table.title} table={table} name={`sales-${sales.from}-${sales.to}`} />
      ))}
    </>
  );
}

const SHOWN = 50;

function SalesTable({ table, name }: { table: Table; name: string }) {
  const { title, head, wideOnly, rows } = table;
  const classOf = (name: string | undefined): string | undefined =>
    wideOnly.has(name ?? '') ? styles.moneyWide : undefined;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  const save = (): void =>
    saveCsv(`${name}-${title.toLowerCase().replaceAll(' ', '-')}`, [
      head,
      ...rows.map((row) => row.map(savedCell)),
    ]);
  return (
    <>
      <h3>{title}</h3>
      <table className={styles.moneyTable}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col" className={classOf(text)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([first, ...others], index) => (
            <tr key={index}>
              <th scope="row">{shownCell(first ?? '')}</th>
              {others.map((cell, at) => (
                <td key={at} className={classOf(head[at + 1])}>
                  {shownCell(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.moneyLine}>
        {rows.length > shown.length && (
          <button type="button" className={kit.tool} onClick={() => setWhole(true)}>
            All {rows.length} rows
          </button>
        )}
        <button type="button" className={kit.tool} aria-label={`Save ${title} as CSV`} onClick={save}>
          CSV
        </button>
      </p>
    </>
  );
}
