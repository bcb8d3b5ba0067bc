import type { PageViewSummary, PageViewSummaryResponse } from '@vidhi/contracts/page-views.ts';
import { resourceApi } from '../kit/resource-api.ts';

/** Page views and searches of a period, whose id is `2026-11-01..2026-11-30`. */
export const readerApi = resourceApi<PageViewSummary>('readers', {
  list: () => '/page-views/summary',
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => {
    const [from = '', to = ''] = String(id).split('..');
    return `/page-views/summary?${new URLSearchParams({ from, to })}`;
  },
  toRow: (body) => (body as PageViewSummaryResponse).data,
});
