import { paths } from '#shared/routing/paths.ts';
import { Breadcrumb } from '#shared/ui/breadcrumb.tsx';
import { DateText } from '#shared/ui/date-text.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { cataloguePath } from '#shared/catalogue/catalogue-kind.ts';
import { OrderCheck } from '../components/order-check.tsx';
import { useNeutralOrderQuery } from '../directory-api.ts';
import { DIRECTORY_NAME, directoryPaths } from '../directory-paths.ts';
import { ORDER_CODE } from '../order-of-day.ts';
import * as styles from '../directory.module.css';

/** Explains the neutral order and lets readers check it. */
export function OrderPage() {
  return (
    <div>
      <header className="page-head">
        <Breadcrumb
          crumbs={[
            { name: 'Home', path: paths.home() },
            { name: DIRECTORY_NAME, path: directoryPaths.index() },
          ]}
        />
        <h1>How lawyers are listed</h1>
      </header>
      <div className="plain__text">
        <p className="plain__lead">
          Lawyers and firms are listed in an order that favours no one. It is worked out afresh every day from
          the date alone, it cannot be bought, and anyone can check it.
        </p>
        <section>
          <h2>The rule</h2>
          <ol className={styles.orderRule}>
            <li>
              At midnight in India the day’s seed changes. It is the SHA-256 hash of the words{' '}
              <code>vidhi-neutral-order:</code> and the date, so nobody chooses it and every future seed is
              already known.
            </li>
            <li>
              Each profile has a number that never changes. The hash of the day’s seed, a colon and that
              number gives its place: profiles stand in the ascending order of these hashes.
            </li>
            <li>
              A filter only leaves profiles out; it does not move the others. Payment, ratings and the number
              of visitors play no part in it.
            </li>
          </ol>
          <p>
            It is the order of <PageLink to={cataloguePath('lawyers')}>lawyers</PageLink> and{' '}
            <PageLink to={cataloguePath('firms')}>firms</PageLink> unless a visitor chooses another.
          </p>
        </section>
        <Seeds />
        <section>
          <h2>In code</h2>
          <pre className={styles.orderCode}>
            <code>{ORDER_CODE}</code>
          </pre>
          <p>
            The numbers of today’s profiles are in the server’s own answers for{' '}
            <a href="/api/lawyers/neutral-order">lawyers</a> and <a href="/api/firms/neutral-order">firms</a>.
          </p>
        </section>
        <section>
          <h2>Check it</h2>
          <p>
            Your browser computes the order with these lines and compares it with what the server publishes
            and with the list itself.
          </p>
          <OrderCheck />
        </section>
      </div>
    </div>
  );
}

function Seeds() {
  const { data: order } = useNeutralOrderQuery();
  return (
    <section>
      <h2>Seeds</h2>
      {order ? (
        <>
          <p>Today’s seed, and those of the coming days. {order.count} lawyers are in the order today.</p>
          <dl className={styles.orderSeeds}>
            {[order, ...order.next].map(({ date, seed }, index) => (
              <div key={date}>
                <dt>
                  <DateText iso={date} />
                  {index === 0 && ' (today)'}
                </dt>
                <dd>
                  <code>{seed}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p>The seeds cannot be shown just now.</p>
      )}
    </section>
  );
}
