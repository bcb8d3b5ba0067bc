import { CONNECTIONS, MEGABYTE, QUIET_CONNECTIONS, createComparison, type Compared } from '../comparison.ts';
import type { LoadResult } from '../processes/load.ts';
import type { Site, Stack } from '../stack.ts';
import { SCENARIOS, readFacts, type SiteFacts } from './scenarios.ts';

export interface SiteResult {
  posts: number;
  loadedMs: number;
  readerMegabytesLoaded: number;
  readerMegabytesAfter: number;
  compared: Compared[];
}

export interface Cost {
  posts: number;
  scenario: string;
  /** CPU time of the reader for one request. */
  cpuMicroseconds: number;
  quiet: LoadResult;
}

export interface NewsResult {
  sites: SiteResult[];
  costs: Cost[];
}

export interface NewsBenchOptions {
  stack: Stack;
  reference: string | null;
  /** Duration of each measurement. */
  seconds: number;
  say: (line: string) => void;
}

const SIZES = [2_000, 100_000] as const;
const LARGE_SIZES = 200_000;

export async function runNewsBench({
  stack,
  reference,
  seconds,
  say,
}: NewsBenchOptions): Promise<NewsResult> {
  const { measure, compare } = createComparison<SiteFacts>({ stack, suite: 'news', reference, seconds });

  /** CPU time of the reader for one request, and latency at low load. */
  async function costOf(posts: number, site: Site, facts: SiteFacts, name: string): Promise<Cost> {
    const order = { facts, scenario: name, mode: 'cold' as const };
    await measure({ ...order, origin: site.reader.origin, connections: CONNECTIONS });
    const before = await site.readerState();
    const { requests } = await measure(
      { ...order, origin: site.reader.origin, connections: CONNECTIONS },
      { warmsUp: false },
    );
    const after = await site.readerState();
    const quiet = await measure({ ...order, origin: site.gateway.origin, connections: QUIET_CONNECTIONS });
    return {
      posts,
      scenario: name,
      cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / requests,
      quiet,
    };
  }

  const costNames = ['list', 'detail', 'search'];
  const theirs = reference === null ? null : await readFacts(reference);
  const result: NewsResult = { sites: [], costs: [] };
  for (const posts of [...SIZES, LARGE_SIZES]) {
    say(`${posts.toLocaleString('en-IN')} posts: loading`);
    const site = await stack.startSite({ reader: 'reader', size: [posts] });
    const loaded = await site.readerState();
    const facts = await readFacts(site.reader.origin);
    const compared: Compared[] = [];
    if (posts !== LARGE_SIZES) {
      for (const scenario of SCENARIOS) {
        say(`${posts.toLocaleString('en-IN')} posts: ${scenario.title}`);
        compared.push(await compare(site, facts, posts === SIZES[0] ? theirs : null, scenario));
      }
    }
    for (const name of costNames) {
      say(`${posts.toLocaleString('en-IN')} posts: cost of ${name}`);
      result.costs.push(await costOf(posts, site, facts, name));
    }
    const after = await site.readerState();
    result.sites.push({
      posts,
      loadedMs: site.loadedMs,
      readerMegabytesLoaded: loaded.rssBytes / MEGABYTE,
      readerMegabytesAfter: after.rssBytes / MEGABYTE,
      compared,
    });
    await site.stop();
  }
  return result;
}
