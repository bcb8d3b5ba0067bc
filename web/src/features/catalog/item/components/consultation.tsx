import { loginPath } from '#shared/routing/login-target.ts';
import { useSession } from '#shared/session/session.ts';
import type { Session } from '#shared/session/session-slice.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useSettingsQuery } from '#shared/site/site-api.ts';
import { formatRupees } from '#shared/catalogue/money.ts';
import { itemPath } from '#shared/catalogue/stores.ts';
import type { ProfileItem } from '../item.ts';
import { useMemberFactsQuery } from '../item-api.ts';
import type { MemberFacts } from '../member-facts.ts';

/** Contact facts of a lawyer or firm for members, and a login link for anonymous visitors. */
export function Consultation({ profile }: { profile: ProfileItem }) {
  const session = useSession();
  const { data: settings } = useSettingsQuery();
  if (session !== null) return <ContactFacts profile={profile} session={session} />;
  if (settings?.showAuth !== true) return null;
  return (
    <section className="consultation" aria-labelledby="consultation">
      <h2 className="rubric" id="consultation">
        Contact
      </h2>
      <p>Log in to see the licence, the contact details and the hourly charge.</p>
      <PageLink className="button" to={loginPath(itemPath(profile.store, profile))}>
        {profile.store === 'lawyers' ? 'Contact for Consultation' : 'Contact'}
      </PageLink>
    </section>
  );
}

function ContactFacts({ profile: { store, id }, session }: { profile: ProfileItem; session: Session }) {
  const arg = { store, id, userId: session.user.id };
  const { currentData: facts, isError, refetch } = useMemberFactsQuery(arg);
  return (
    <section className="consultation" aria-labelledby="consultation">
      <h2 className="rubric" id="consultation">
        Contact
      </h2>
      <div aria-live="polite">
        {facts ? (
          <FactsTable facts={facts} />
        ) : isError || facts === null ? (
          <p>The contact details cannot be shown just now.</p>
        ) : (
          <p>Loading</p>
        )}
      </div>
      {isError && (
        <button className="button" type="button" onClick={() => void refetch()}>
          Try again
        </button>
      )}
    </section>
  );
}

function FactsTable({ facts }: { facts: MemberFacts }) {
  const { identifier, email, phone, website, hourlyCharge, address } = facts;
  return (
    <table className="details">
      <caption className="visually-hidden">Contact details</caption>
      <tbody>
        {identifier !== '' && (
          <tr>
            <th scope="row">License</th>
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
            <td className="details__lines">{address}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
