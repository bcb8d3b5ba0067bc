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

/** The page's own origin; the server fetches by itself and never calls through here. */
const origin = typeof location === 'undefined' ? '' : location.origin;
const fetchApi = fetchBaseQuery({ baseUrl: `${origin}/api`, timeout: 10_000 });

export interface ApiOptions {
  /** Calls as the visitor who is logged in; where nobody is, 401, or an anonymous call for `optional`. */
  auth?: boolean | 'optional';
}

type ApiQuery = BaseQueryFn<string | FetchArgs, unknown, Problem, ApiOptions, CallMeta>;
type ApiResult = Awaited<ReturnType<ApiQuery>>;

/** Calls the API of the page's own origin and turns every failure into a `Problem`. It never shows anything. */
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

/** `callApi`, with the token of the session and one renewal of it where the endpoint's `extraOptions` say `auth`. */
const baseQueryWithReauth: ApiQuery = async (args, api, options) => {
  const { auth = false } = options ?? {};
  if (auth === false || (auth === 'optional' && isAnonymous(api.getState())))
    return callApi(args, api, options ?? {});
  // Only those who are logged in load what sessions need.
  const { callAsMember } = await import('./member-call.ts');
  const result = await callAsMember(
    typeof args === 'string' ? { url: args } : args,
    async (withToken) => callApi(withToken, api, {}) as Promise<CallResult>,
    api as Parameters<typeof callAsMember>[2],
  );
  return result as ApiResult;
};

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(
    new Request(`${origin}/api${path}`, { signal: AbortSignal.timeout(FILES_PATIENCE_MS) }),
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** A page does not wait longer for the files of its pictures. */
const FILES_PATIENCE_MS = 1_500;
const KEEP_SECONDS = 600;
/** What is older is shown when it is wanted again, and read anew meanwhile. */
export const FRESH_SECONDS = 60;

/** What mutations invalidate. `Member` marks all that only its user may see: it leaves the store with the session. */
const TAG_TYPES = ['Post', 'Book', 'Profile', 'Cart', 'Order', 'Account', 'Setting', 'Member'] as const;

const createApi = import.meta.env.SSR
  ? buildCreateApi(coreModule(), serverHooksModule())
  : createApiForBrowsers;

/** The one API of the app; features inject their endpoints into it. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: baseQueryWithReauth,
  tagTypes: TAG_TYPES,
  keepUnusedDataFor: KEEP_SECONDS,
  refetchOnMountOrArgChange: FRESH_SECONDS,
  endpoints: () => ({}),
});

/** The server puts the files of a page's pictures into its state; the module is for later pages alone. */
async function withFiles<View>(view: View): Promise<View> {
  const { addPictureFiles } = await import('./picture-variants.ts');
  return addPictureFiles(view, fetchJson);
}

/** The definition of an RTK Query endpoint that makes the given read. */
export function queryFor<Arg, View, Wire>(
  read: QueryDefinition<Arg, View, Wire>,
): {
  query: (arg: Arg) => string;
  transformResponse: (body: Wire, meta: unknown, arg: Arg) => Promise<View>;
} {
  return {
    query: (arg) => read.path(arg),
    transformResponse: (body, _meta, arg) => withFiles(read.transform(body, arg)),
  };
}
