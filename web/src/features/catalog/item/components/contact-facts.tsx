import type { ReactNode } from 'react';
import { formatRupees } from '#shared/catalogue/money.ts';
import type { ProfileItem } from '../item.ts';
import { useMemberFactsQuery } from '../member-facts-api.ts';
import type { MemberFacts } from '../member-facts.ts';
import * as styles from '../item.module.css';

interface ContactFactsProps {
  profile: ProfileItem;
  userId: number;
}

/** Contact facts of a lawyer or firm, for members. */
export function ContactFacts({ profile: { kind, id }, userId }: ContactFactsProps) {
  const { currentData: facts, error, isFetching, refetch } = useMemberFactsQuery({ kind, id, userId });
  // The error stays while they are read again, and so does the button.
  const hasFailed = facts === undefined && error !== undefined;
  return (
    <>
      <div aria-live="polite">
        {facts ? (
          <FactsTable facts={facts} kind={kind} />
        ) : hasFailed || facts === null ? (
          <p>The contact details cannot be shown just now.</p>
        ) : (
          <p>Loading</p>
        )}
      </div>
      {hasFailed && (
        <button
          className="button"
          type="button"
          aria-disabled={isFetching || undefined}
          onClick={() => void (isFetching || refetch())}
        >
          Try again
        </button>
      )}
    </>
  );
}

function FactsTable({ facts, kind }: { facts: MemberFacts; kind: ProfileItem['kind'] }) {
  const { identifier, email, phone, website, hourlyCharge, address } = facts;
  const rows: [label: string, value: ReactNode][] = [
    [kind === 'lawyers' ? 'Enrolment No.' : 'Registration No.', identifier],
    ['Email', email && <a href={`mailto:${email}`}>{email}</a>],
    ['Phone', phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>],
    [
      'Website',
      website && (
        <a href={website} rel="noopener nofollow">
          {website}
        </a>
      ),
    ],
    ['Hourly Charge', hourlyCharge !== null && formatRupees(hourlyCharge)],
    ['Address', address && <span className={styles.detailsLines}>{address}</span>],
  ];
  return (
    <table className={styles.details}>
      <caption className="visually-hidden">Contact details</caption>
      <tbody>
        {rows.map(
          ([label, value]) =>
            value && (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
