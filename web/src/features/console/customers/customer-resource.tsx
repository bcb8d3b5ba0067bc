import {
  CUSTOMER_ROLES,
  type Customer,
  type CustomerPage,
  type CustomerRow,
  type CustomerState,
} from '@vidhi/contracts/customers.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import { defineResource } from '../kit/define-resource.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';
import * as styles from '../kit.module.css';
import { ROLE_NAMES, STATE_NAMES, stateOf, titleOf } from './customer-texts.ts';

export const CUSTOMERS_PATH = '/console/customers';

const list = listPath('/customers');

const customerListApi = resourceApi<CustomerRow>('customers', {
  list,
  toPage: (body) => {
    const { data, meta } = body as CustomerPage;
    return { rows: data, total: meta.pagination.total };
  },
});

/** One account with its sessions and its profile. */
export const customerApi = resourceApi<Customer>('customer', {
  list,
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/customers/${id}`,
  toRow: (body) => (body as { data: Customer }).data,
});

export const STATE_BADGES: Readonly<Record<CustomerState, string>> = {
  active: styles.badgeGood,
  unconfirmed: styles.badgeWarm,
  blocked: styles.badgeSoft,
};

export const customerResource = defineResource<CustomerRow>({
  api: customerListApi,
  one: 'Customer account',
  many: 'Customer accounts',
  path: CUSTOMERS_PATH,
  writers: 'administrator',
  canCreate: false,
  isExported: false,
  defaultSort: '-created',
  columns: [
    { key: 'name', label: 'Name', isTitle: true, render: titleOf },
    { key: 'email', label: 'E-mail address', sort: 'email', render: ({ email }) => email ?? '' },
    { key: 'mobile', label: 'Phone', render: ({ mobile }) => mobile ?? '' },
    { key: 'role', label: 'Kind', render: ({ role }) => ROLE_NAMES[role] ?? `Role ${role}` },
    {
      key: 'state',
      label: 'State',
      render: (row) => (
        <span className={`${styles.badge} ${STATE_BADGES[stateOf(row)]}`}>{STATE_NAMES[stateOf(row)]}</span>
      ),
      text: (row) => STATE_NAMES[stateOf(row)],
    },
    {
      key: 'created',
      label: 'Since',
      sort: 'created',
      render: ({ created_at: at }) => formatMoment(at),
    },
    { key: 'id', label: 'Number', isOptional: true, isNumber: true, render: ({ id }) => id },
  ],
  filters: [
    choiceFilter('state', 'State', STATE_NAMES),
    {
      key: 'role',
      label: 'Kind',
      kind: 'choice',
      choices: CUSTOMER_ROLES.map((role) => ({ value: String(role), label: ROLE_NAMES[role] ?? '' })),
      toConditions: (value) => (value in ROLE_NAMES ? [['role', value]] : []),
    },
  ],
  empty: { title: 'No accounts yet', hint: 'Readers make their accounts on the site.' },
});
