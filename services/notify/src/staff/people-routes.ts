import { requireDesk } from '@vidhi/service-kit/auth.ts';

/** Messages, subscribers and the newsletter. */
export const requirePeople = requireDesk('people');

/** Part of every route at this desk. A read with an invalid token is 401, not the read of an anonymous client. */
export const atPeopleDesk = { config: { strictAuth: true }, onRequest: requirePeople } as const;

export const documentedForPeople = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['people'],
  security: [{ bearer: [] }],
});

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 150;

interface PageQuery {
  'pagination[page]'?: string;
  'pagination[pageSize]'?: string;
}

export const readPage = (query: PageQuery): { page: number; pageSize: number } => ({
  page: Number(query['pagination[page]'] ?? 1),
  pageSize: Math.min(MAX_PAGE_SIZE, Number(query['pagination[pageSize]'] ?? DEFAULT_PAGE_SIZE)),
});

/** Returns a page of a list with its pagination. */
export const pageOf = <Row>(
  { page, pageSize }: { page: number; pageSize: number },
  { rows, total }: { rows: Row[]; total: number },
) => ({
  data: rows,
  meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
});
