import type { Desk } from '@vidhi/contracts/desks.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { Source } from '../kit/source.ts';

/** An account of staff, as `GET /api/staff` returns it. */
export interface StaffRow {
  id: number;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  role: number;
  desks: readonly Desk[];
  blocked: boolean;
  /** There is no password yet. */
  pending: boolean;
  /** The link of the invitation is still good. */
  invited: boolean;
  /** Two-step login is on. */
  second_step: boolean;
  sessions: number;
  last_used_at: string | null;
}

const source: Source<StaffRow> = {
  list: () => '/staff',
  toPage: (body) => {
    const { data } = body as { data: readonly StaffRow[] };
    return { rows: data, total: data.length };
  },
  create: (values) => ({ url: '/staff', method: 'POST', body: values }),
  update: (id, values) => ({ url: `/staff/${id}`, method: 'PUT', body: values }),
};

export const staffApi = resourceApi<StaffRow>('staff', source);

export const staffName = ({ first_name, last_name, email, id }: StaffRow): string =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ') ||
  (email ?? `Account ${id}`);

export function stateText({ blocked, pending, invited }: StaffRow): string {
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
