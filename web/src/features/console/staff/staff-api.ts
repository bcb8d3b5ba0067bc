import type { Desk } from '@vidhi/contracts/desks.ts';
import type { StaffAccount } from '@vidhi/contracts/staff.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { Source } from '../kit/source.ts';

const source: Source<StaffAccount> = {
  list: () => '/staff',
  toPage: (body) => {
    const { data } = body as { data: readonly StaffAccount[] };
    return { rows: data, total: data.length };
  },
  create: (values) => ({ url: '/staff', method: 'POST', body: values }),
  update: (id, values) => ({ url: `/staff/${id}`, method: 'PUT', body: values }),
};

export const staffApi = resourceApi<StaffAccount>('staff', source);

export const staffName = ({ first_name, last_name, email, id }: StaffAccount): string =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ') ||
  (email ?? `Account ${id}`);

export function stateText({ blocked, pending, invited }: StaffAccount): string {
  if (blocked) return 'Blocked';
  if (pending) return invited ? 'Invited' : 'Invitation expired';
  return 'Active';
}

/** Desks with what they allow, for people. */
export const DESK_LABELS: Readonly<Record<Desk, string>> = {
  news: 'Write articles',
  publish: 'Publish, categories, pages and ads',
  shop: 'Books and orders',
  refund: 'Cancel orders and refund',
  directory: 'Profiles',
  people: 'Messages and subscribers',
};
