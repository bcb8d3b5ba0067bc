import { completePosts } from '#shared/api/complete-posts.ts';
import type { DocumentKind, Outcome, Reader, ReadResult, SelectData } from '#shared/routing/route.ts';
import { addPictureFiles } from '#shared/api/picture-variants.ts';
import type { ShareCard } from '#shared/picture/share-card.ts';
import type { QueryDefinition } from '#shared/api/read.ts';
import { headTags, renderHead, type Head } from '#shared/head/head.ts';
import { failedHead, missingHead, shellHead } from '#shared/head/status-heads.ts';
import { optionsRead } from '#shared/site/site-reads.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import { headOf } from '../app/head-of.ts';
import { loadPage, loadShell } from '../app/load-page.ts';
import { loadData, loadNotFoundPage, matchPage } from '../app/routes.tsx';
import { siteOf } from '../app/site-facts.ts';
import { selectData, type HydratedQuery, type Store } from '../app/store.ts';
import { createDerivedCache, isObject } from './derived-cache.ts';
import { searchOptionsOf, type SearchOptions } from './search-options.ts';
import { createRenderStore } from './render-store.ts';

/**
 * Fetches a path of the API; rejects for every status but 200, with the `status` on the error. `isShared` is that of the
 * query (`QueryDefinition.shared`).
 */
export type FetchJson = (path: string, isShared?: boolean) => Promise<unknown>;

/** A page whose data is loaded, not yet rendered. */
export interface LoadedPage {
  outcome: Outcome;
  /** The route's path, for metrics. */
  path: string;
  kind: DocumentKind;
  /** Whether the page may open the card provider's widget. */
  allowsPayment: boolean;
  /** Path of the page's module below `src/`. */
  source: string;
  head: string;
  /** Name of the site, as its owner has set it. */
  siteName: string;
  search: SearchOptions;
  /** The picture that the server draws for previews of its links; null where the page has one or needs none. */
  card: ShareCard | null;
  queries: HydratedQuery[];
  /** False when a query failed: the page is rendered without its data and must not be cached. */
  isComplete: boolean;
  url: URL;
  store: Store;
}

const OPTIONS_PATH = optionsRead.path();

/** Matches the route of a URL, loads the data of its page, side by side where possible, and writes its head. */
export async function loadRequest(url: URL, site: SiteConfig, fetchApi: FetchJson): Promise<LoadedPage> {
  let search = searchOptionsOf(null);
  const fetchJson: FetchJson = async (wanted, isShared) => {
    const body = await fetchApi(wanted, isShared);
    if (wanted === OPTIONS_PATH) search = searchOptionsOf(body);
    return body;
  };
  const loader = createQueryLoader(fetchJson);
  const match = matchPage(url.pathname);
  const { kind, lazy, path, shell, allowsPayment = false } = match.route;
  const [outcome, modules] = await (kind === 'reading'
    ? Promise.all([loadPage(match, url.searchParams, loader.read), loadData(match)])
    : Promise.all([loadShell(match, loader.read, createQueryLoader(fetchJson).read), []]));
  if (outcome.status === 404) await loadNotFoundPage();
  // The state of a 503 has successful queries only: the browser requests the others again.
  const queries = outcome.status === 503 ? loader.loaded : [...loader.loaded, ...loader.fallbacks];
  await addFiles(queries, fetchJson);
  const store = createRenderStore(queries);
  const state = store.getState();
  const select: SelectData = (wanted, arg) => selectData(state, wanted, arg);
  const { titlePattern } = search;
  const facts = { ...siteOf(site, select), ...(titlePattern !== undefined && { titlePattern }) };
  const input = { query: url.searchParams, site: facts, selectData: select };
  const found =
    kind === 'reading' ? headOf(match, modules, input) : shellHead(path, shell?.title ?? '', facts);
  const head = withDefaults(
    (outcome.status === 200 ? found : null) ?? headOfStatus(outcome.status, facts),
    search,
  );
  const verification = path === '/' ? search.verification : [];
  return {
    outcome,
    path,
    kind,
    allowsPayment,
    source: lazy.source,
    head: renderHead([...headTags(head, facts), ...verification]),
    search,
    siteName: facts.name,
    card: head.picture && 'texts' in head.picture ? head.picture : null,
    queries,
    isComplete: loader.isComplete(),
    url,
    store,
  };
}

/** Runs the queries of one page, each once. */
function createQueryLoader(fetchJson: FetchJson) {
  const loaded: HydratedQuery[] = [];
  /** In place of failed queries of parts beside the content. */
  const fallbacks: HydratedQuery[] = [];
  const results = new Map<string, Promise<unknown>>();
  let isComplete = true;

  async function run<Arg, View, Wire>(
    read: QueryDefinition<Arg, View, Wire>,
    arg: Arg,
  ): Promise<ReadResult<View>> {
    const hydratedQueryOf = (value: View): HydratedQuery => ({
      endpointName: read.name,
      ...(arg === undefined ? {} : { arg }),
      value,
    });
    const succeed = (value: View): ReadResult<View> => {
      loaded.push(hydratedQueryOf(value));
      return { ok: true, value };
    };
    try {
      return succeed(viewOf(read, (await fetchJson(read.path(arg), read.shared)) as Wire, arg));
    } catch (error) {
      if (read.notFoundValue !== undefined && isNotFound(error)) return succeed(read.notFoundValue);
      isComplete = false;
      if (read.fallback !== undefined) fallbacks.push(hydratedQueryOf(read.fallback));
      return { ok: false };
    }
  }

  const read: Reader = <Arg, View, Wire>(wanted: QueryDefinition<Arg, View, Wire>, arg: Arg) => {
    const key = `${wanted.name} ${JSON.stringify(arg)}`;
    const result = results.get(key) ?? run(wanted, arg);
    results.set(key, result);
    return result as Promise<ReadResult<View>>;
  };
  return { read, loaded, fallbacks, isComplete: () => isComplete };
}

/**
 * Adds the variants of pictures to all query data. Queries without an argument are shared by pages and request theirs
 * one by one, so that the result can be cached by the identity of the data; the page's own queries share one request.
 */
async function addFiles(queries: readonly HydratedQuery[], fetchJson: FetchJson): Promise<void> {
  const own = queries.filter(({ arg }) => arg !== undefined);
  const shared = queries.filter(({ arg }) => arg === undefined);
  const [ownValues] = await Promise.all([
    addPictureFiles(
      own.map(({ value }) => value),
      fetchJson,
    ),
    ...shared.map(async (query) => (query.value = await addPictureFiles(query.value, fetchJson))),
  ]);
  own.forEach((query, index) => (query.value = ownValues[index]));
}

const cachedView = createDerivedCache();

/**
 * Returns the data of a response. It is derived once from a response that pages share, for queries without an argument and for
 * each of a few arguments.
 */
function viewOf<Arg, View, Wire>(read: QueryDefinition<Arg, View, Wire>, body: Wire, arg: Arg): View {
  const transform = (): View => {
    completePosts(read.path(arg), body);
    return read.transform(body, arg);
  };
  const isCached = (arg === undefined || read.hasFewArgs === true) && isObject(body);
  const name = arg === undefined ? read.name : `${read.name} ${JSON.stringify(arg)}`;
  return isCached ? cachedView(name, body, transform) : transform();
}

const isNotFound = (error: unknown): boolean => isObject(error) && 'status' in error && error.status === 404;

/** Returns a head with what the owner has chosen for pages that have nothing of their own. */
const withDefaults = (head: Head, { isHidden, picture }: SearchOptions): Head => ({
  ...head,
  ...(isHidden && { noindex: true }),
  picture: head.picture ?? (head.noindex === true ? null : picture),
});

const headOfStatus = (status: number, site: SiteConfig): Head =>
  status === 404 ? missingHead(site) : failedHead(site);
