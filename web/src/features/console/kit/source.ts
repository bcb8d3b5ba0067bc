import type { CollectionDeclaration } from '@vidhi/collections/declaration.ts';
import type { WireEntry } from '#shared/api/read.ts';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { ContentRow, LinkName, ValueName } from './row.ts';

/** The request of one page of a list. */
export interface ListQuery {
  /** Text of the search box. */
  q: string;
  /**
   * Conditions as the API has them, below `filters`: `['[type][$eq]', 'Side Bar']`. Those of the content API may have alternatives,
   * which follow each other: `[$or][0]…`, `[$or][1]…`.
   */
  conditions: readonly (readonly [path: string, value: string])[];
  /** Attribute by which the list is sorted, with a hyphen in front for descending order; empty for the API's own order. */
  sort: string;
  page: number;
  size: number;
}

export interface Page<Row> {
  rows: readonly Row[];
  /** Number of rows on all pages. */
  total: number;
  /** Whether more match, which are not counted. */
  hasMore?: boolean;
}

export type RowId = number | string;

/** The calls of one resource. Those that it does not offer are left out. */
export interface Source<Row> {
  list: (query: ListQuery) => string | FetchArgs;
  toPage: (body: unknown) => Page<Row>;
  one?: (id: RowId) => string | FetchArgs;
  /** `etag` names the state that was read; null where the API names none. */
  toRow?: (body: unknown, etag: string | null) => Row;
  create?: (values: object) => FetchArgs;
  update?: (id: RowId, values: object) => FetchArgs;
  remove?: (id: RowId) => FetchArgs;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isEntity = (value: unknown): value is WireEntry<Readonly<Record<string, unknown>>> =>
  isObject(value) && isObject((value as Partial<WireEntry<unknown>>).attributes);

/** Returns an entity of the content API as one object, and those of its relations. */
export function toRow(entity: unknown): unknown {
  if (!isEntity(entity)) return entity;
  const row: Record<string, unknown> = { id: entity.id };
  for (const [name, value] of Object.entries(entity.attributes)) row[name] = relatedOf(value);
  return row;
}

function relatedOf(value: unknown): unknown {
  if (!isObject(value) || !('data' in value)) return value;
  const { data } = value;
  return Array.isArray(data) ? data.map(toRow) : data === null ? null : toRow(data);
}

const OTHER_ALTERNATIVE = /^\[\$or\]\[[1-9]/;

interface StrapiOptions<
  D extends CollectionDeclaration,
  Populated extends LinkName<D>,
  Requested extends ValueName<D>,
> {
  /** Relations and pictures that rows show. */
  populate?: readonly Populated[];
  /** Attributes that the search box searches. */
  search?: readonly ValueName<D>[];
  /** Attributes of a row in lists; all where left out. */
  fields?: readonly Requested[];
}

/** The rows of a source. */
export type RowOf<Of> = Of extends Source<infer Row> ? Row : never;

/** Returns the calls of a collection of the content API. Lists have drafts, too. */
export function strapiSource<
  D extends CollectionDeclaration,
  Populated extends LinkName<D> = never,
  Requested extends ValueName<D> = ValueName<D>,
>(
  { plural }: D,
  options: StrapiOptions<D, Populated, Requested> = {},
): Source<ContentRow<D, Populated, Requested>> {
  type Row = ContentRow<D, Populated, Requested>;
  const { populate = [], search = [], fields = [] } = options;
  const populated = (params: URLSearchParams): URLSearchParams => {
    populate.forEach((name, index) => params.set(`populate[${index}]`, name));
    return params;
  };
  return {
    list: ({ q, conditions, sort, page, size }) => {
      const params = new URLSearchParams({
        publicationState: 'preview',
        'pagination[page]': String(page),
        'pagination[pageSize]': String(size),
      });
      if (sort !== '') params.set('sort[0]', sort.startsWith('-') ? `${sort.slice(1)}:desc` : `${sort}:asc`);
      fields.forEach((name, index) => params.set(`fields[${index}]`, name));
      let count = 0;
      for (const [path, value] of conditions) {
        if (!OTHER_ALTERNATIVE.test(path)) count += 1;
        params.append(`filters[$and][${count - 1}]${path}`, value);
      }
      if (q !== '')
        search.forEach((name, index) =>
          params.set(`filters[$and][${count}][$or][${index}][${name}][$search]`, q),
        );
      return `/${plural}?${populated(params)}`;
    },
    toPage: (body) => {
      const { data, meta } = body as { data: unknown[]; meta: { pagination: { total: number } } };
      return { rows: data.map(toRow) as Row[], total: meta.pagination.total };
    },
    one: (id) => `/${plural}/${id}?${populated(new URLSearchParams({ publicationState: 'preview' }))}`,
    toRow: (body) => toRow((body as { data: unknown }).data) as Row,
    create: (values) => ({ url: `/${plural}`, method: 'POST', body: { data: values } }),
    update: (id, values) => ({ url: `/${plural}/${id}`, method: 'PUT', body: { data: values } }),
    remove: (id) => ({ url: `/${plural}/${id}`, method: 'DELETE' }),
  };
}
