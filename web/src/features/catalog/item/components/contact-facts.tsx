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
  const arg = { kind, id, userId };
  const found = useMemberFactsQuery(arg);
  const own = useMemberFactsQuery({ ...arg, isOwn: true }, { skip: found.currentData !== null });
  const { currentData: facts, error, isFetching, refetch } = found.currentData === null ? own : found;
  // The error stays while they are read again, and so does the button.
  const hasFailed = facts === undefined && error !== undefined;
  return (
    <>
      <div aria-live="polite">
        {facts ? (
          <FactsTable facts={facts} kind={kind} />
        ) : hasFailed || facts === null ? (
          <p>We could not show the contact details just now.</p>
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
  return (
    <table className={styles.details}>
      <caption className="visually-hidden">Contact details</caption>
      <tbody>
        {identifier !== '' && (
          <tr>
            <th scope="row">{kind === 'lawyers' ? 'Enrolment No.' : 'Registration No.'}</th>
            <td>{identifier}</td>
          </tr>
        )}
        {email !== '' && (
          <tr>
            <th scope="row">Email</th>
            <td>
              <a href={`mailto:${email}`}>{email}</a>
            </td>
          </tr>
        )}
        {phone !== '' && (
          <tr>
            <th scope="row">Phone</th>
            <td>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
            </td>
          </tr>
        )}
        {website !== '' && (
          <tr>
            <th scope="row">Website</th>
            <td>
              <a href={website} rel="noopener nofollow">
                {website}
              </a>
            </td>
          </tr>
        )}
        {hourlyCharge !== null && (
          <tr>
            <th scope="row">Hourly Charge</th>
            <td>{formatRupees(hourlyCharge)}</td>
          </tr>
        )}
        {address !== '' && (
          <tr>
            <th scope="row">Address</th>
            <td className={styles.detailsLines}>{address}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
