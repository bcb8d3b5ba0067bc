import { Type, type TSchema } from 'typebox';

// Lists in pages of the site's own endpoints, in the dialect of the content API.

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 150;

/** Parameters of a page, for the schema of a query. */
export const pageParameters = {
  'pagination[page]': Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,5}$' })),
  'pagination[pageSize]': Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,2}$' })),
};

interface PageQuery {
  'pagination[page]'?: string;
  'pagination[pageSize]'?: string;
}

export interface Paging {
  page: number;
  pageSize: number;
}

/** Reads the parameters of a query that has passed its schema; a larger page size is cut to the largest. */
export const readPaging = (query: PageQuery, maxPageSize = MAX_PAGE_SIZE): Paging => ({
  page: Number(query['pagination[page]'] ?? 1),
  pageSize: Math.min(maxPageSize, Number(query['pagination[pageSize]'] ?? DEFAULT_PAGE_SIZE)),
});

export const paginationSchema = Type.Object({
  page: Type.Integer(),
  pageSize: Type.Integer(),
  pageCount: Type.Integer(),
  total: Type.Integer(),
});

/** Schema of a response with a page of rows. */
export const pageSchema = <Row extends TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), meta: Type.Object({ pagination: paginationSchema }) });

export const paginationOf = ({ page, pageSize }: Paging, total: number) => ({
  page,
  pageSize,
  pageCount: Math.ceil(total / pageSize),
  total,
});

/** Returns the response with the rows of a page, of `total` in all. */
export const pageOf = <Row>(paging: Paging, rows: Row[], total: number) => ({
  data: rows,
  meta: { pagination: paginationOf(paging, total) },
});

/** Returns the page of a list that is in memory as a whole. */
export const pageFrom = <Row>(paging: Paging, all: readonly Row[]) =>
  pageOf(paging, all.slice((paging.page - 1) * paging.pageSize, paging.page * paging.pageSize), all.length);
