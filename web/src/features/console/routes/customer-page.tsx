import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Customer, CustomerAction } from '@vidhi/contracts/customers.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { QueryBoundary } from '#shared/api/query-boundary.tsx';
import { useNotices } from '#shared/app-page/notices.tsx';
import { saveFile } from '#shared/files/save-file.ts';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { DateText } from '#shared/ui/date-text.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { messageOf } from '../kit/message-of.ts';
import { ActionDialog, EraseDialog } from '../customers/customer-dialogs.tsx';
import { CUSTOMERS_PATH, STATE_BADGES, customerApi } from '../customers/customer-resource.tsx';
import {
  ACTION_TEXTS,
  ROLE_NAMES,
  STATE_NAMES,
  nameOf,
  stateOf,
  titleOf,
} from '../customers/customer-texts.ts';
import { usePageName } from '../frame/page-name.ts';
import { RecordLink } from '../kit/record-link.tsx';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';
import * as styles from '../directory/directory.module.css';

const filesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Has the browser save what is stored about the owner, which is sent with the access token only. */
    exportCustomer: build.mutation<null, number>({
      queryFn: async (id, _api, _options, call) => {
        const { data, error } = await call({
          url: `/customers/${id}/export`,
          responseHandler: (response) => response.blob(),
        });
        if (error !== undefined) return { error };
        saveFile(`account-${id}.json`, data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});

/** `/console/customers/:id`: one account, and what administrators can do about it. */
export function CustomerPage() {
  const { id = '' } = useRouteParams();
  const query = customerApi.useRow(id);
  return (
    <QueryBoundary query={query} loading={<Skeleton shape="form" label="Loading" />}>
      {(customer) => <Account key={customer.id} customer={customer} />}
    </QueryBoundary>
  );
}

function Account({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState<CustomerAction | 'erase' | null>(null);
  const navigate = useNavigate();
  const state = stateOf(customer);
  const title = titleOf(customer);
  usePageName(title);
  const close = (): void => setOpen(null);
  return (
    <>
      <header className={`page-head ${orders.orderHead}`}>
        <h1>{title}</h1>
        <span className={`${kit.badge} ${STATE_BADGES[state]}`}>{STATE_NAMES[state]}</span>
      </header>
      <div className={orders.orderPage}>
        <div className={orders.orderColumn}>
          <Facts customer={customer} />
          <Sessions customer={customer} />
          <Consents customer={customer} />
        </div>
        <div className={orders.orderColumn}>
          <Actions customer={customer} onOpen={setOpen} />
          <Links customer={customer} />
        </div>
      </div>
      {open === 'erase' && (
        <EraseDialog
          customer={customer}
          onClose={close}
          onErased={() => void navigate(CUSTOMERS_PATH, { replace: true })}
        />
      )}
      {open !== null && open !== 'erase' && (
        <ActionDialog customer={customer} action={open} onClose={close} />
      )}
    </>
  );
}

function Facts({ customer }: { customer: Customer }) {
  const { email, username, mobile, confirmed, blocked, role, id, created_at: createdAt } = customer;
  const facts: readonly (readonly [string, string])[] = [
    ['Name', nameOf(customer)],
    ['E-mail address', email === null ? '' : `${email}${confirmed ? '' : ' (not confirmed)'}`],
    ['Phone', mobile ?? ''],
    ['Username', username ?? ''],
    ['Kind', ROLE_NAMES[role] ?? `Role ${role}`],
    ['Blocked', blocked ? 'Yes' : 'No'],
    ['Number of the account', String(id)],
  ];
  return (
    <section className={orders.orderCard} aria-labelledby="customer-facts">
      <h2 id="customer-facts">Account</h2>
      <dl className={styles.values}>
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        <div>
          <dt>Since</dt>
          <dd>
            <DateText iso={createdAt} withTime />
          </dd>
        </div>
      </dl>
    </section>
  );
}

const Sessions = ({ customer: { sessions } }: { customer: Customer }) => (
  <section className={orders.orderCard} aria-labelledby="customer-sessions">
    <h2 id="customer-sessions">Logged in</h2>
    {sessions.length === 0 ? (
      <p className={orders.orderFaint}>Nowhere.</p>
    ) : (
      <ul className={orders.orderNotes}>
        {sessions.map(({ browser, last_used_at: at, ends_at: end }, index) => (
          // Sessions have no public id.
          <li key={`${at} ${end} ${index}`}>
            {browser ?? 'A browser'}
            <br />
            <small className={orders.orderFaint}>
              Last used on <DateText iso={at} withTime />
            </small>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const PURPOSES: Readonly<Record<string, string>> = {
  'legal-agreement': 'Terms',
  adult: 'Is 18 or older',
};

const Consents = ({ customer: { consents } }: { customer: Customer }) =>
  consents.length === 0 ? null : (
    <section className={orders.orderCard} aria-labelledby="customer-consents">
      <h2 id="customer-consents">Agreed to</h2>
      <ul className={orders.orderNotes}>
        {consents.map(({ purpose, version, at }) => (
          <li key={`${purpose} ${at}`}>
            {PURPOSES[purpose] ?? purpose}, version {version}
            <br />
            <small className={orders.orderFaint}>
              <DateText iso={at} withTime />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );

function Actions({
  customer,
  onOpen,
}: {
  customer: Customer;
  onOpen: (action: CustomerAction | 'erase') => void;
}) {
  const [save, { isLoading }] = filesApi.useExportCustomerMutation();
  const notices = useNotices();
  const { id, email, confirmed, blocked } = customer;
  const actions: readonly CustomerAction[] = [
    ...(confirmed || email === null ? [] : (['confirm'] as const)),
    blocked ? 'unblock' : 'block',
    'end_sessions',
  ];
  return (
    <section className={`${orders.orderCard} ${styles.side}`} aria-label="Actions">
      {actions.map((action) => (
        <button key={action} type="button" className="button button--plain" onClick={() => onOpen(action)}>
          {ACTION_TEXTS[action].label}
        </button>
      ))}
      <button
        type="button"
        className="button button--plain"
        aria-disabled={isLoading || undefined}
        onClick={() => {
          if (isLoading) return;
          void save(id).then(({ error }) => {
            if (error !== undefined) notices.error(messageOf(error));
          });
        }}
      >
        Export personal data
      </button>
      <button type="button" className={`button ${kit.danger}`} onClick={() => onOpen('erase')}>
        Erase the account
      </button>
      <small className={orders.orderFaint}>
        Each of these, and each look at this page, is in the audit log.
      </small>
    </section>
  );
}

function Links({ customer: { id, email, profile, is_profile_known: isKnown } }: { customer: Customer }) {
  return (
    <section className={orders.orderCard} aria-labelledby="customer-links">
      <h2 id="customer-links">More</h2>
      <ul className={orders.orderNotes}>
        <li>
          {profile !== null ? (
            <RecordLink to={`/console/profiles/${profile.id}`}>
              Profile: {profile.title || 'no name'}
            </RecordLink>
          ) : isKnown ? (
            'No profile in the directory'
          ) : (
            'The directory is not available now.'
          )}
        </li>
        {email !== null && (
          <li>
            <RecordLink to={`/console/orders?q=${encodeURIComponent(email)}`}>Orders</RecordLink>
          </li>
        )}
        <li>
          <RecordLink to={`/console/audit?resource=user:${id}`}>Audit log of this account</RecordLink>
        </li>
      </ul>
    </section>
  );
}
