import { layoutRead, optionsRead, settingsRead, socialRead } from '#shared/site/site-reads.ts';
import { FOUND, NOT_FOUND, type Outcome, type Reader } from '#shared/routing/route.ts';
import { menuRead } from '../features/news/menu.ts';
import { adsRead, recentRead } from '../features/news/news-reads.ts';
import { loadData, loadPages, type PageMatch } from './routes.tsx';

/** Loads the data of a page, that of the layout included, and returns the status of its document. */
export async function loadPage(match: PageMatch, query: URLSearchParams, read: Reader): Promise<Outcome> {
  const [outcome] = await Promise.all([
    loadRoutes(match, query, read),
    loadPages(match),
    read(menuRead, undefined),
    read(settingsRead, undefined),
    read(optionsRead, undefined),
    read(layoutRead, undefined),
    read(socialRead, undefined),
    read(recentRead, undefined),
    read(adsRead, undefined),
  ]);
  return outcome;
}

/**
 * Loads the data of the layout, which is all that a shell shows; 404 for a page that needs login on a site without it, for
 * an unknown address of the console, and where what the path names does not exist, which `probe` reads.
 */
export async function loadShell(
  { route: { path, needsLogin = false, exists }, params }: PageMatch,
  read: Reader,
  probe: Reader,
): Promise<Outcome> {
  const [settings, isFound] = await Promise.all([
    read(settingsRead, undefined),
    exists?.(params, probe) ?? true,
    read(menuRead, undefined),
    read(optionsRead, undefined),
    read(layoutRead, undefined),
    read(socialRead, undefined),
  ]);
  const isMissing =
    !isFound || path.endsWith('/*') || (needsLogin && settings.ok && !settings.value.showAuth);
  return isMissing ? NOT_FOUND : FOUND;
}

/** Runs `load` of all matched routes side by side; the innermost outcome other than 200 wins. */
async function loadRoutes(match: PageMatch, query: URLSearchParams, read: Reader): Promise<Outcome> {
  const modules = await loadData(match);
  const outcomes = await Promise.all(
    modules.map(({ load }) => load?.({ params: match.params, query, path: match.route.path, read }) ?? FOUND),
  );
  return outcomes.findLast(({ status }) => status !== FOUND.status) ?? FOUND;
}
