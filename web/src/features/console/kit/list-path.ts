import type { ListQuery } from './source.ts';

/** Returns the request of a list whose filters are parameters of their own, as those of the desks are. */
export const listPath =
  (path: string) =>
  ({ q, conditions, sort, page, size }: ListQuery): string => {
    const params = new URLSearchParams(conditions.map(([name, value]) => [name, value]));
    if (q !== '') params.set('q', q);
    if (sort !== '') params.set('sort', sort);
    params.set('pagination[page]', String(page));
    params.set('pagination[pageSize]', String(size));
    return `${path}?${params}`;
  };
