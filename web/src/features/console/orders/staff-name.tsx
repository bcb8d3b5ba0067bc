import type { StaffName as Listed } from '@vidhi/contracts/staff.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { ListQuery } from '../kit/source.ts';

const staffApi = resourceApi<Listed>('shop-staff', {
  list: () => '/staff/shop',
  toPage: (body) => {
    const { data } = body as { data: Listed[] };
    return { rows: data, total: data.length };
  },
});

const ALL: ListQuery = { q: '', conditions: [], sort: '', page: 1, size: 150 };

/** The present name of a member of staff; the number of an account that is not among the staff any more. */
export function StaffName({ id }: { id: number }) {
  const { data } = staffApi.useList(ALL);
  return data?.rows.find((one) => one.id === id)?.name ?? `account ${id}`;
}
