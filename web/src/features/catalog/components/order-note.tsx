import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../catalog.module.css';

/** Explains the neutral order of profiles. */
export function OrderNote() {
  return (
    <div className={styles.orderNote}>
      <p>
        The order changes every day and favours nobody:{' '}
        <PageLink to="/catalogs/lawyers/order">how it is made, and how to check it</PageLink>.
      </p>
      <p>
        In keeping with the rules of the Bar Council of India this list is for information only. It gives no
        ratings and no ranks, takes no payment for a place, and is no solicitation or advertisement of legal
        work.
      </p>
    </div>
  );
}
