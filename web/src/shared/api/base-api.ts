import {
  buildCreateApi,
  coreModule,
  createApi as createApiForBrowsers,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
} from '@reduxjs/toolkit/query/react';
import type { WithSession } from '../session/session-slice.ts';
import type { CallResult } from './member-call.ts';
import { problemOf, type CallMeta, type Problem } from './problem.ts';
import type { QueryDefinition } from './read.ts';
import { serverHooksModule } from './server-hooks.ts';
import { addTraceparent } from './traceparent.ts';

/** The origin of the document. The server does not request through this module. */
const origin = typeof location === 'undefined' ? '' : location.origin;
const fetchApi = fetchBaseQuery({
  baseUrl: `${origin}/api`,
  timeout: 10_000,
  prepareHeaders: addTraceparent,
});

export interface ApiOptions {
  /** Sends the access token of the session. Where nobody is logged in: 401, or an anonymous request for `optional`. */
  auth?: boolean | 'optional';
  /** False where the caller holds the session lock, which a renewal waits for: a rejected token is a 401 then. */
  renews?: boolean;
}

type ApiQuery = BaseQueryFn<string | FetchArgs, unknown, Problem, ApiOptions, CallMeta>;
type ApiResult = Awaited<ReturnType<ApiQuery>>;

/** Requests the API of the document's origin and converts every failure to a `Problem`. */
const callApi: ApiQuery = async (args, api, options) => {
  const { meta = {}, ...result } = await fetchApi(args, api, options);
  if (result.error === undefined) return { data: result.data, meta };
  const { status } = result.error;
  return { error: problemOf(typeof status === 'number' ? status : 0, result.error.data), meta };
};

function isAnonymous(state: unknown): boolean {
  const { session, status } = (state as WithSession).session;
  return session === null && status !== 'resuming';
}

/** `callApi`; endpoints with `extraOptions.auth` send the access token, which is renewed once after a 401. */
const baseQueryWithReauth: ApiQuery = async (args, api, options) => {
  const { auth = false, renews = true } = options ?? {};
  if (auth === false || (auth === 'optional' && isAnonymous(api.getState())))
    return callApi(args, api, options ?? {});
  // Only users who are logged in load the session modules.
  const { callAsMember } = await import('./member-call.ts');
  const result = await callAsMember(
    typeof args === 'string' ? { url: args } : args,
    async (withToken) => callApi(withToken, api, {}) as Promise<CallResult>,
    api as Parameters<typeof callAsMember>[2],
    renews,
  );
  return result as ApiResult;
};

/** Longest delay of a page by the request for the variants of its pictures. */
const VARIANTS_TIMEOUT_MS = 1_500;
const KEEP_SECONDS = 600;
/** Older data is shown and revalidated when a component uses it again. */
export const FRESH_SECONDS = 60;

/**
 * Tags of what mutations of the site change and invalidate. Data tagged `Member` belongs to one user and is removed when
 * the session ends.
 */
const TAG_TYPES = ['Profile', 'Cart', 'Order', 'Account', 'Member'] as const;

const createApi = import.meta.env.SSR
  ? buildCreateApi(coreModule(), serverHooksModule())
  : createApiForBrowsers;

/** The app's RTK Query API; features inject their endpoints into it. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: baseQueryWithReauth,
  tagTypes: TAG_TYPES,
  keepUnusedDataFor: KEEP_SECONDS,
  refetchOnMountOrArgChange: FRESH_SECONDS,
  endpoints: () => ({}),
});

type Call = (args: string | FetchArgs) => ApiResult | PromiseLike<ApiResult>;

/** Returns the definition of an RTK Query endpoint for the given query. */
export function queryFor<Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
): {
  queryFn: (
    arg: Arg,
    api: unknown,
    options: unknown,
    call: Call,
  ) => Promise<Extract<ApiResult, { error: Problem }> | { data: View }>;
} {
  return {
    queryFn: async (arg, _api, _options, call) => {
      const path = read.path(arg);
      const result = await call(path);
      if (result.error !== undefined) return result;
      // Loaded after a client navigation: the server has done the same for its page.
      const { addPictureFiles, completePosts } = await import('./late-transforms.ts');
      completePosts(path, result.data);
      const data = await addPictureFiles(read.transform(result.data as Wire, arg), async (url) => {
        const variants = await call({ url, timeout: VARIANTS_TIMEOUT_MS });
        if (variants.error !== undefined) throw new Error(variants.error.message);
        return variants.data;
      });
      return { data };
    },
  };
}
