import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App, AppData } from './app/app.tsx';
import { createFragmentCache } from './app/fragment-cache.tsx';
import type { DocumentKind, Outcome, Reader, ReadResult, SelectData } from '#shared/routing/route.ts';
import { failedHead, missingHead, shellHead } from '#shared/head/status-heads.ts';
import { headOf } from './app/head-of.ts';
import { loadPage, loadShell } from './app/load-page.ts';
import { loadData, matchPage } from './app/routes.tsx';
import { siteOf } from './app/site-facts.ts';
import { ShellPage } from './app/page-shell.tsx';
import { renderStore, selectData, type Seed, type Store } from './app/store.ts';
import './features/news/news-api.ts';
import '#shared/site/site-api.ts';
import { addPictureFiles } from '#shared/api/picture-variants.ts';
import type { Read } from '#shared/api/read.ts';
import { headTags, renderHead, scriptText, type Head } from '#shared/head/head.ts';
import type { SiteConfig } from '#shared/site/site.ts';
import { CachedFragments } from '#shared/ui/cached-fragment.tsx';

export { STATE_ID } from './app/page-state.ts';
export { loadAllPages, pageSources } from './app/routes.tsx';
export { EARLY_SCRIPT, SCRIPTS_ID } from '#shared/appearance/theme.ts';

/** Fetches one path of the API; throws when it did not answer well. */
export type FetchJson = (path: string) => Promise<unknown>;

/** A page with all that it needs, not yet rendered. */
export interface LoadedPage {
  outcome: Outcome;
  /** The route's name, for measurements. */
  name: string;
  kind: DocumentKind;
  /** Whether the page may open the card provider's widget. */
  allowsPayment: boolean;
  /** The page's own module, as a path below `src/`. */
  source: string;
  head: string;
  seeds: Seed[];
  /** Whether every read answered: a page with failed lists is shown, and kept by nobody. */
  isComplete: boolean;
  url: URL;
  store: Store;
}

/** Makes the reads of a page, in parallel where it can, and its head. */
export async function loadRequest(url: URL, site: SiteConfig, fetchJson: FetchJson): Promise<LoadedPage> {
  const seeds: Seed[] = [];
  /** What side parts show that could not be read. */
  const placeholders: Seed[] = [];
  let isComplete = true;
  const readOnce = async <Arg, View, Wire>(
    wanted: Read<Arg, View, Wire>,
    arg: Arg,
  ): Promise<ReadResult<View>> => {
    const seedOf = (value: View): Seed => ({
      endpointName: wanted.name,
      ...(arg === undefined ? {} : { arg }),
      value,
    });
    const seed = (value: View): ReadResult<View> => {
      seeds.push(seedOf(value));
      return { ok: true, value };
    };
    try {
      return seed(viewOf(wanted, (await fetchJson(wanted.path(arg))) as Wire, arg));
    } catch (error) {
      if (wanted.absent !== undefined && isNotFound(error)) return seed(wanted.absent);
      isComplete = false;
      if (wanted.empty !== undefined) placeholders.push(seedOf(wanted.empty));
      return { ok: false };
    }
  };
  const results = new Map<string, Promise<unknown>>();
  const read: Reader = <Arg, View, Wire>(wanted: Read<Arg, View, Wire>, arg: Arg) => {
    const key = `${wanted.name} ${JSON.stringify(arg)}`;
    const known = results.get(key) ?? readOnce(wanted, arg);
    results.set(key, known);
    return known as Promise<ReadResult<View>>;
  };
  const match = matchPage(url.pathname);
  const { kind, lazy, name, path, title = '', allowsPayment = false } = match.route;
  const [outcome, modules] = await (kind === 'reading'
    ? Promise.all([loadPage(match, url.searchParams, read), loadData(match)])
    : Promise.all([loadShell(read), []]));
  // A page that could not be loaded tells the browser nothing that was not read: it asks by itself.
  if (outcome.status !== 503) seeds.push(...placeholders);
  await addFiles(seeds, fetchJson);
  const store = renderStore(seeds);
  const state = store.getState();
  const select: SelectData = (wanted, arg) => selectData(state, wanted, arg);
  const facts = siteOf(site, select);
  const input = { query: url.searchParams, site: facts, selectData: select };
  const head =
    kind === 'reading'
      ? ((outcome.status === 200 ? headOf(match, modules, input) : null) ??
        headOfStatus(outcome.status, facts))
      : shellHead(path, title, facts);
  return {
    outcome,
    name,
    kind,
    allowsPayment,
    source: lazy.source,
    head: renderHead(headTags(head, facts)),
    seeds,
    isComplete,
    url,
    store,
  };
}

/** Views that pages share stay shared: each asks for itself. What is this page's own is asked for together. */
async function addFiles(seeds: readonly Seed[], fetchJson: FetchJson): Promise<void> {
  const own = seeds.filter(({ arg }) => arg !== undefined);
  const shared = seeds.filter(({ arg }) => arg === undefined);
  const [ownValues] = await Promise.all([
    addPictureFiles(
      own.map(({ value }) => value),
      fetchJson,
    ),
    ...shared.map(async (seed) => (seed.value = await addPictureFiles(seed.value, fetchJson))),
  ]);
  own.forEach((seed, index) => (seed.value = ownValues[index]));
}

type Made = Map<string, WeakMap<object, unknown>>;

/** Makes a thing of an object once for each name; it is kept for as long as somebody holds the object. */
function madeOnce<Thing>(all: Made, name: string, of: object, make: () => Thing): Thing {
  let made = all.get(name);
  if (made === undefined) all.set(name, (made = new WeakMap()));
  const known = made.get(of) as Thing | undefined;
  if (known !== undefined) return known;
  const thing = make();
  made.set(of, thing);
  return thing;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const views: Made = new Map();
const seedTexts: Made = new Map();

/** A view that no argument tells apart is made once of an answer which many pages share. */
const viewOf = <Arg, View, Wire>(read: Read<Arg, View, Wire>, body: Wire, arg: Arg): View =>
  arg === undefined && isObject(body)
    ? madeOnce(views, read.name, body, () => read.view(body, arg))
    : read.view(body, arg);

function seedText(seed: Seed): string {
  const { endpointName, value, arg } = seed;
  if (arg !== undefined || !isObject(value)) return scriptText(seed);
  return madeOnce(seedTexts, endpointName, value, () => scriptText(seed));
}

/**
 * What the browser reads back as `PageState`, as text that can stand in a script element. Sorted: whichever read
 * answered first, the same page has the same bytes, and so the same ETag.
 */
export const stateText = (page: LoadedPage, site: SiteConfig, isRendered: boolean): string => {
  const seeds = page.seeds.map(seedText).toSorted().join(',');
  const isUnavailable = page.outcome.status === 503;
  return `{"site":${scriptText(site)},"seeds":[${seeds}],"isRendered":${isRendered},"isUnavailable":${isUnavailable}}`;
};

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

const headOfStatus = (status: number, site: SiteConfig): Head =>
  status === 404 ? missingHead(site) : failedHead(site);

const cachedFragments = createFragmentCache();

/** The page's markup and what React wants loaded early for it (the main picture), for the head. */
export function renderPage(page: LoadedPage, site: SiteConfig): { markup: string; preloads: string } {
  const { store } = page;
  const kept = cachedFragments(page.seeds, site, (content) =>
    renderToString(
      <AppData store={store} site={site}>
        {content}
      </AppData>,
    ),
  );
  const html = renderToString(
    <StaticRouter location={page.url.pathname + page.url.search}>
      <CachedFragments value={kept}>
        <App
          store={store}
          site={site}
          kind={page.kind}
          Shell={ShellPage}
          isUnavailable={page.outcome.status === 503}
        />
      </CachedFragments>
    </StaticRouter>,
  );
  const preloads = /^(?:<link [^>]*>)*/.exec(html)?.[0] ?? '';
  return { markup: html.slice(preloads.length), preloads };
}
