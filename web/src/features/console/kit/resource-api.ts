import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { useCallback, useState } from 'react';
import { baseApi, type ApiOptions } from '#shared/api/base-api.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import type { ListQuery, Page, RowId, Source } from './source.ts';

const AUTH: ApiOptions = { auth: true };

/** Sources by the names of their resources: queries in the store are data and name the source that reads their response. */
const sources = new Map<string, Source<unknown>>();

function sourceOf(name: string): Source<unknown> {
  const source = sources.get(name);
  if (source === undefined) throw new Error(`No resource ${name}`);
  return source;
}

/** Entity tags of rows, by resource and id: the states that a change is of. */
const etags = new Map<string, string>();
const etagKey = (name: string, id: RowId): string => `${name}:${id}`;

function noteEtag(name: string, id: RowId | undefined, response: Response | undefined): void {
  // That of an edit; others are those of caches.
  const etag = /"e\d+"/.exec(response?.headers.get('etag') ?? '')?.[0];
  if (id !== undefined && etag !== undefined) etags.set(etagKey(name, id), etag);
}

/** Statuses of a write that was made on an earlier state: what is shown has to be read again. */
const OUTDATED: readonly number[] = [409, 412];
const isOutdated = (error: unknown): boolean => isProblem(error) && OUTDATED.includes(error.status);

let views = 0;

const listTag = (name: string) => ({ type: 'Resource' as const, id: `LIST:${name}` });
const rowTag = (name: string, id: RowId) => ({ type: 'Resource' as const, id: `${name}:${id}` });

interface ListArg {
  name: string;
  query: ListQuery;
}
interface RowArg {
  name: string;
  id: RowId;
  /** Number of the page view that has requested the row for itself; absent for a row that all pages share. */
  view?: number;
}
interface Write {
  name: string;
  /** Id of the changed row; absent for a new one. */
  id?: RowId;
  request: FetchArgs;
}

const consoleApi = baseApi.enhanceEndpoints({ addTagTypes: ['Resource'] }).injectEndpoints({
  endpoints: (build) => ({
    resourceList: build.query<Page<unknown>, ListArg>({
      query: ({ name, query }) => sourceOf(name).list(query),
      transformResponse: (body, _meta, { name }) => sourceOf(name).toPage(body),
      extraOptions: AUTH,
      providesTags: (_page, _error, { name }) => [listTag(name), 'Member'],
    }),
    resourceRow: build.query<unknown, RowArg>({
      query: ({ name, id }) => {
        const { one } = sourceOf(name);
        if (one === undefined) throw new Error(`${name} has no call for one row`);
        return one(id);
      },
      transformResponse: (body, meta, { name, id }) => {
        noteEtag(name, id, meta?.response);
        return sourceOf(name).toRow?.(body, meta?.response?.headers.get('etag') ?? null) ?? body;
      },
      extraOptions: AUTH,
      providesTags: (_row, _error, { name, id }) => [rowTag(name, id), 'Member'],
    }),
    writeResource: build.mutation<unknown, Write>({
      query: ({ request }) => request,
      transformResponse: (body, meta, { name, id }) => {
        noteEtag(name, id, meta?.response);
        return body;
      },
      extraOptions: AUTH,
      invalidatesTags: (_result, error, { name, id }) =>
        error !== undefined && !isOutdated(error)
          ? []
          : [listTag(name), ...(id === undefined ? [] : [rowTag(name, id)])],
    }),
  }),
});

const { useResourceListQuery, useResourceRowQuery, useWriteResourceMutation } = consoleApi;

/** Rows that are shown again are requested again, and shown meanwhile. */
const ALWAYS_FRESH = { refetchOnMountOrArgChange: true };

/** Returns the hooks of one resource. `name` is its name in the cache, unique in the console. */
export function resourceApi<Row>(name: string, source: Source<Row>) {
  sources.set(name, source as Source<unknown>);
  return {
    name,
    source,
    /** One page of the list, and the page before while it loads. */
    useList: (query: ListQuery, { isSkipped = false }: { isSkipped?: boolean } = {}) => {
      const { data, ...state } = useResourceListQuery({ name, query }, { ...ALWAYS_FRESH, skip: isSkipped });
      // True while the page before is shown.
      const isOutdated = state.currentData === undefined;
      return { ...state, data: data as Page<Row> | undefined, isOutdated };
    },
    /** One row, with the states that `QueryBoundary` takes; with `pollMs` above 0, requested again after so long. */
    useRow: (id: RowId, { pollMs = 0, isSkipped = false }: { pollMs?: number; isSkipped?: boolean } = {}) => {
      const options = { ...ALWAYS_FRESH, pollingInterval: pollMs, skip: isSkipped };
      const { currentData, ...state } = useResourceRowQuery({ name, id }, options);
      return { ...state, currentData: currentData as Row | undefined };
    },
    /** One row as the server has it now, never an earlier copy: for editors, which take its values once. */
    useFreshRow: (id: RowId, { isSkipped = false }: { isSkipped?: boolean } = {}) => {
      const [view] = useState(() => (views += 1));
      const { currentData, ...state } = useResourceRowQuery({ name, id, view }, { skip: isSkipped });
      return { ...state, currentData: currentData as Row | undefined };
    },
    /** Creates, changes and removes rows; each resolves with `{ data }` or `{ error }`. */
    useWrites: () => {
      const [write] = useWriteResourceMutation();
      const { create, update, remove } = source;
      return {
        create: async (values: object) => {
          if (create === undefined) throw new Error(`${name} cannot be created`);
          return write({ name, request: create(values) });
        },
        update: async (id: RowId, values: object) => {
          if (update === undefined) throw new Error(`${name} cannot be changed`);
          return write({ name, id, request: update(id, values) });
        },
        remove: async (id: RowId) => {
          if (remove === undefined) throw new Error(`${name} cannot be removed`);
          return write({ name, id, request: remove(id) });
        },
        /** Changes a row of the state that was read last, where the API knows states: 412 for another one. */
        updateRead: async (id: RowId, values: object) => {
          if (update === undefined) throw new Error(`${name} cannot be changed`);
          const etag = etags.get(etagKey(name, id));
          const request = update(id, values);
          return write({
            name,
            id,
            request: etag === undefined ? request : { ...request, headers: { 'if-match': etag } },
          });
        },
        /** Any other call that changes rows of this resource. */
        send: async (request: FetchArgs, id?: RowId) =>
          write({ name, request, ...(id === undefined ? {} : { id }) }),
      };
    },
    /** Returns a function that has the lists of this resource requested again. */
    useReload: () => {
      const dispatch = useSessionDispatch();
      return useCallback(() => void dispatch(consoleApi.util.invalidateTags([listTag(name)])), [dispatch]);
    },
    /** Returns a function that requests one row outside of rendering. It rejects with a `Problem`. */
    useFetchRow: () => {
      const dispatch = useSessionDispatch();
      return async (id: RowId): Promise<Row> => {
        const request = dispatch(
          consoleApi.endpoints.resourceRow.initiate({ name, id }, { forceRefetch: true, subscribe: false }),
        );
        return (await request.unwrap()) as Row;
      };
    },
    /** Returns a function that requests one page outside of rendering. It rejects with a `Problem`. */
    useFetchPage: () => {
      const dispatch = useSessionDispatch();
      return async (query: ListQuery): Promise<Page<Row>> => {
        const request = dispatch(
          consoleApi.endpoints.resourceList.initiate(
            { name, query },
            { forceRefetch: true, subscribe: false },
          ),
        );
        return (await request.unwrap()) as Page<Row>;
      };
    },
  };
}

export type ResourceApi<Row> = ReturnType<typeof resourceApi<Row>>;
