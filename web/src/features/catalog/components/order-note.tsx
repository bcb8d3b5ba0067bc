import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../catalog.module.css';

/** Explains the neutral order of profiles. */
export function OrderNote() {
  return (
    <div className={styles.orderNote}>
      <p>
        The order changes every day and favours no one:{' '}
        <PageLink to="/catalogs/lawyers/order">how it works, and how to check it</PageLink>.
      </p>
      <p>
        In keeping with the rules of the Bar Council of India, this list is for information only. It has no
        ratings and no ranks, nobody can pay for a better place, and it does not solicit or advertise legal
        work.
      </p>
    </div>
  );
}
