import {
  buildCreateApi,
  coreModule,
  createApi as createApiForBrowsers,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
} from '@reduxjs/toolkit/query/react';
import type { Read } from './read.ts';
import { seededHooksModule } from './seeded-hooks.ts';

/** What a screen knows of a failed call; `status` 0 when nothing answered. */
export interface Problem {
  status: number;
  message: string;
}

/** The page's own origin; the server fetches by itself and never calls through here. */
const origin = typeof location === 'undefined' ? '' : location.origin;
const fetchApi = fetchBaseQuery({ baseUrl: `${origin}/api`, timeout: 10_000 });

export interface CallMeta {
  response?: Response | undefined;
}
type ApiQuery = BaseQueryFn<string | FetchArgs, unknown, Problem, object, CallMeta>;

/** Calls the API of the page's own origin and turns every failure into a `Problem`. It never shows anything. */
const apiQuery: ApiQuery = async (args, api, extra) => {
  const { meta = {}, ...result } = await fetchApi(args, api, extra);
  if (result.error === undefined) return { data: result.data, meta };
  const { status } = result.error;
  return {
    error: { status: typeof status === 'number' ? status : 0, message: messageOf(result.error.data) },
    meta,
  };
};

function messageOf(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : null;
  return typeof message === 'string' ? message : 'The request failed';
}

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

const createApi = import.meta.env.SSR
  ? buildCreateApi(coreModule(), seededHooksModule())
  : createApiForBrowsers;

/** The one API of the app; features inject their endpoints into it. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: apiQuery,
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
  read: Read<Arg, View, Wire>,
): {
  query: (arg: Arg) => string;
  transformResponse: (body: Wire, meta: unknown, arg: Arg) => Promise<View>;
} {
  return {
    query: (arg) => read.path(arg),
    transformResponse: (body, _meta, arg) => withFiles(read.view(body, arg)),
  };
}
