import { useRouteParams } from '#shared/routing/current-route.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { RecordLink } from '../kit/record-link.tsx';
import { StaffName } from '../orders/staff-name.tsx';
import { MoveForm } from '../stock/move-form.tsx';
import { bookStockApi, type BookStock } from '../stock/stock-api.ts';
import { moveText } from '../stock/stock-texts.ts';
import * as styles from '../orders/orders.module.css';

/** `/console/stock/:id`: the copies of a book, a form to move some, and every move with its reason. */
export function StockItemPage() {
  const { id = '' } = useRouteParams();
  const query = bookStockApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(book) => <Item book={book} />}
    </QueryBoundary>
  );
}

const SUMS: readonly (readonly [keyof BookStock & ('free' | 'held' | 'sold' | 'received'), string])[] = [
  ['free', 'Free to be sold'],
  ['held', 'Held by checkouts and new payments'],
  ['sold', 'Sold'],
  ['received', 'Received in all, less what was written off'],
];

const Item = ({ book }: { book: BookStock }) => (
  <>
    <header className={`page-head ${styles.orderHead}`}>
      <h1>{book.title}</h1>
      {book.isbn !== null && <span>ISBN {book.isbn}</span>}
    </header>
    {book.is_low && <p className={styles.orderStep}>Few copies are free.</p>}
    <div className={styles.orderPage}>
      <div className={styles.orderColumn}>
        <section className={styles.orderCard} aria-labelledby="stock-copies">
          <h2 id="stock-copies">Copies</h2>
          {book.free === null ? (
            <p>
              Copies of this book are not counted: it can always be bought. Receive the copies that you have
              to begin.
            </p>
          ) : (
            <dl className={styles.orderSums}>
              {SUMS.map(([key, name]) => (
                <div key={key} className={styles.stockSum}>
                  <dt>{name}</dt>
                  <dd>{book[key]}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      </div>
      <div className={styles.orderSide}>
        <section className={styles.orderCard} aria-labelledby="stock-form">
          <h2 id="stock-form">Move copies</h2>
          <MoveForm book={book} />
        </section>
      </div>
      <section className={styles.orderCard} aria-labelledby="stock-moves">
        <h2 id="stock-moves">Moves</h2>
        {book.moves.length === 0 ? <p>Nothing was moved yet.</p> : <Moves moves={book.moves} />}
      </section>
    </div>
  </>
);

const Moves = ({ moves }: { moves: BookStock['moves'] }) => (
  <ul className={styles.orderNotes}>
    {moves.map(({ reason, at, by, ref, ...move }, index) => (
      <li key={index}>
        <strong>{moveText({ ...move, ref })}</strong>
        <br />
        {reason}
        {ref !== null && (
          <>
            {' '}
            <RecordLink to={`/console/orders/${ref}`}>Order</RecordLink>
          </>
        )}
        <br />
        <small className={styles.orderFaint}>
          <DateText iso={at} withTime />
          {by !== null && (
            <>
              , by <StaffName id={by} />
            </>
          )}
        </small>
      </li>
    ))}
  </ul>
);
