import type { ResourceApi } from '../kit/resource-api.ts';
import type { ListQuery } from '../kit/source.ts';

const SIZE = 150;

/** Requests every row of a list, a page after the other. */
export async function fetchAll<Row>(
  fetchPage: ReturnType<ResourceApi<Row>['useFetchPage']>,
  query: Partial<ListQuery> = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const base = { q: '', conditions: [], sort: 'id', page, size: SIZE };
    const found = await fetchPage({ ...base, ...query, page });
    rows.push(...found.rows);
    if (page * SIZE >= found.total) return rows;
  }
}
