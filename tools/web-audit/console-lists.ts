import type { Page } from 'playwright-core';
import { quantile, timed, type ConsoleSite } from './console-site.ts';

export interface ListFigures {
  /** Number of articles of the site. */
  articles: number;
  /** 95th percentile of the response of each list, in milliseconds. */
  responses: Record<string, number | null>;
}

const RUNS = 20;
const PAGE = 'publicationState=preview&pagination[pageSize]=25';

/** Times the list of articles as the console requests it: each sort and filter, a search, and the last page. */
export async function timeLists({ call }: ConsoleSite): Promise<ListFigures> {
  const list = (query: string) =>
    call<{ meta: { pagination: { total: number } } }>(`/api/posts?${PAGE}&${query}`);
  const { total } = (await list('fields[0]=id')).meta.pagination;
  const queries: Readonly<Record<string, string>> = {
    'first page': 'sort[0]=updatedAt:desc',
    'by title': 'sort[0]=title:asc',
    'by publication': 'sort[0]=publishedAt:desc',
    'by views': 'sort[0]=views_count:desc',
    drafts: 'filters[$and][0][publishedAt][$null]=true',
    category: 'filters[$and][0][categories][id][$eq]=1',
    'title search': 'filters[$and][0][$or][0][title][$search]=court',
    'last page': `pagination[page]=${Math.max(1, Math.ceil(total / 25))}`,
  };
  const responses: ListFigures['responses'] = {};
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await timed(() => list(query)));
    responses[name] = quantile(times, 0.95);
  }
  return { articles: total, responses };
}

export interface SelectionFigures {
  /** As the menu names it. */
  list: string;
  /** Rows of the page, at most 150. */
  rows: number;
  /** Longest interaction of each kind, from the event to the next paint, in milliseconds. */
  tick: number;
  selectAll: number;
}

const TICKS = 10;

/** Starts to collect how long interactions take until the next paint. Shorter ones than 16 ms are none of the entries. */
const observe = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const collected: number[] = [];
    Reflect.set(globalThis, 'interactions', collected);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) collected.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/** Time without a new entry after which no entry of the interactions so far is expected. */
const QUIET_MS = 500;

/** Resolves with the longest interaction since the last call, when the browser has reported all of them. */
const longest = (page: Page): Promise<number> =>
  page.evaluate(async (quietMs) => {
    const collected = Reflect.get(globalThis, 'interactions') as number[];
    const count = (): number => collected.length;
    for (let known = -1; known !== count();) {
      known = count();
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
    return Math.max(0, ...collected.splice(0));
  }, QUIET_MS);

/** Lists that are measured: their page, and the call that counts their rows. */
const SELECTED = [
  { list: 'Articles', path: 'posts?view=all&', counted: '/api/posts?publicationState=preview&fields[0]=id' },
  { list: 'Orders', path: 'orders?view=all&', counted: '/api/purchases?' },
  { list: 'Books', path: 'books?', counted: '/api/books?fields[0]=id' },
] as const;
const MAX_PAGE = 150;

/** Ticks rows of lists with 150 rows, or as many as the site has, and selects all that match, by keyboard. */
export async function timeSelection(page: Page, site: ConsoleSite): Promise<SelectionFigures[]> {
  const figures: SelectionFigures[] = [];
  for (const { list, path, counted } of SELECTED) {
    const { meta } = await site.call<{ meta: { pagination: { total: number } } }>(counted);
    const rows = Math.min(MAX_PAGE, meta.pagination.total);
    if (rows > 0)
      figures.push({ list, rows, ...(await timeList(page, `${site.url}/console/${path}size=${MAX_PAGE}`)) });
  }
  return figures;
}

async function timeList(page: Page, url: string): Promise<Pick<SelectionFigures, 'tick' | 'selectAll'>> {
  await page.goto(url);
  const boxes = page.locator('tbody').getByRole('checkbox');
  await boxes.first().waitFor();
  await observe(page);
  const count = Math.min(TICKS, await boxes.count());
  for (let at = 0; at < count; at += 1) await boxes.nth(at).click();
  const tick = await longest(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+a');
  await page.getByText('that match are selected').waitFor();
  return { tick, selectAll: await longest(page) };
}
