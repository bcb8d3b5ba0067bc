import { optionsRead, settingsRead, socialRead } from '#shared/site/site-reads.ts';
import { FOUND, type Outcome, type Reader } from '#shared/routing/route.ts';
import { menuRead } from '../features/news/menu.ts';
import { adsRead, recentRead } from '../features/news/news-reads.ts';
import { loadData, loadPages, type PageMatch } from './routes.tsx';

/** Makes every read that a page shows and returns the status of its document. */
export async function loadPage(match: PageMatch, query: URLSearchParams, read: Reader): Promise<Outcome> {
  const [outcome] = await Promise.all([
    loadRoutes(match, query, read),
    loadPages(match),
    read(menuRead, undefined),
    read(settingsRead, undefined),
    read(optionsRead, undefined),
    read(socialRead, undefined),
    read(recentRead, undefined),
    read(adsRead, undefined),
  ]);
  return outcome;
}

/** What every page shows around its content, and whether it is there: all that a shell needs. */
export async function loadShell(read: Reader): Promise<Outcome> {
  await Promise.all([
    read(menuRead, undefined),
    read(settingsRead, undefined),
    read(optionsRead, undefined),
    read(socialRead, undefined),
  ]);
  return FOUND;
}

/** Runs the loads of layout routes and page side by side; the innermost that is not found or failed decides. */
async function loadRoutes(match: PageMatch, query: URLSearchParams, read: Reader): Promise<Outcome> {
  const modules = await loadData(match);
  const outcomes = await Promise.all(
    modules.map(({ load }) => load?.({ params: match.params, query, read }) ?? FOUND),
  );
  return outcomes.findLast(({ status }) => status !== FOUND.status) ?? FOUND;
}
