import type { LoadOrder, LoadResult } from '../processes/load.ts';
import { SCENARIOS, readFacts, type Scenario, type SiteFacts } from './scenarios.ts';
import type { Site, Stack } from './stack.ts';

/** One kind of call, measured beside what bounds it. */
export interface Compared {
  scenario: string;
  title: string;
  isSearch: boolean;
  hotBytes: number;
  coldBytes: number;
  hot: LoadResult;
  readyBuffer: LoadResult;
  cold: LoadResult;
  bareHop: LoadResult;
  reference: LoadResult | null;
}

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
  /** Processor time of the reader for one request. */
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
  /** Length of each measurement. */
  seconds: number;
  say: (line: string) => void;
}

const SIZES = [2_000, 100_000] as const;
const GROWN = 200_000;
/** Enough to keep two cores busy. */
const CONNECTIONS = 50;
/** As many as the figures of the reference were taken with. */
const REFERENCE_CONNECTIONS = 16;
/** So few that nobody waits for another: what one visitor sees. */
const QUIET_CONNECTIONS = 4;
const WARM_UP_SECONDS = 1;
const SAMPLES = 15;
const MEGABYTE = 1_048_576;

export async function runNewsBench({
  stack,
  reference,
  seconds,
  say,
}: NewsBenchOptions): Promise<NewsResult> {
  let counted = 0;

  /** Warm first: what a process does for the first time is compiled while it runs. */
  async function measure(order: Omit<LoadOrder, 'from' | 'seconds'>): Promise<LoadResult> {
    const run = async (length: number): Promise<LoadResult> => {
      counted += 1_000_000;
      return stack.load.ask<LoadResult>({ ...order, seconds: length, from: counted });
    };
    await run(WARM_UP_SECONDS);
    return run(seconds);
  }

  async function bodyOf(origin: string, path: string): Promise<Buffer> {
    const answer = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(60_000) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** A body of the size that cold answers have in the middle. */
  async function middleBody({ reader }: Site, facts: SiteFacts, { cold }: Scenario): Promise<Buffer> {
    const bodies: Buffer[] = [];
    for (let n = 0; n < SAMPLES; n += 1) bodies.push(await bodyOf(reader.origin, cold(facts, n * 131)));
    const mean = bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length;
    return bodies.reduce((best, body) =>
      Math.abs(body.length - mean) < Math.abs(best.length - mean) ? body : best,
    );
  }

  async function compare(site: Site, facts: SiteFacts, theirs: SiteFacts | null, scenario: Scenario) {
    const order = { facts, scenario: scenario.name, connections: CONNECTIONS };
    const { origin } = site.gateway;
    const hotBody = await bodyOf(site.reader.origin, scenario.hot(facts));
    const coldBody = await middleBody(site, facts, scenario);

    const hotBuffer = await stack.startReadyBuffer(hotBody);
    const readyBuffer = await measure({ ...order, origin: hotBuffer.origin, mode: 'hot' });
    await hotBuffer.process.stop();
    const hot = await measure({ ...order, origin, mode: 'hot' });

    const coldBuffer = await stack.startReadyBuffer(coldBody);
    const hop = await stack.startBareHop(coldBuffer.origin);
    const bareHop = await measure({ ...order, origin: hop.origin, mode: 'cold' });
    await hop.process.stop();
    await coldBuffer.process.stop();
    const cold = await measure({ ...order, origin, mode: 'cold' });

    const living =
      reference === null || theirs === null
        ? null
        : await measure({
            ...order,
            facts: theirs,
            origin: reference,
            mode: 'cold',
            connections: REFERENCE_CONNECTIONS,
          });
    const compared: Compared = {
      scenario: scenario.name,
      title: scenario.title,
      isSearch: scenario.isSearch === true,
      hotBytes: hotBody.length,
      coldBytes: coldBody.length,
      hot,
      readyBuffer,
      cold,
      bareHop,
      reference: living,
    };
    return compared;
  }

  /** What one request takes of the reader's processor time, and how long it takes when few ask. */
  async function costOf(site: Site, facts: SiteFacts, name: string): Promise<Cost> {
    const order = { facts, scenario: name, mode: 'cold' as const };
    await measure({ ...order, origin: site.reader.origin, connections: CONNECTIONS });
    const before = await site.readerState();
    counted += 1_000_000;
    const { requests } = await stack.load.ask<LoadResult>({
      ...order,
      origin: site.reader.origin,
      connections: CONNECTIONS,
      seconds,
      from: counted,
    });
    const after = await site.readerState();
    const quiet = await measure({ ...order, origin: site.gateway.origin, connections: QUIET_CONNECTIONS });
    return {
      posts: site.posts,
      scenario: name,
      cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / requests,
      quiet,
    };
  }

  const costNames = ['list', 'detail', 'search'];
  const theirs = reference === null ? null : await readFacts(reference);
  const result: NewsResult = { sites: [], costs: [] };
  for (const posts of [...SIZES, GROWN]) {
    say(`${posts.toLocaleString('en-IN')} posts: loading`);
    const site = await stack.startSite(posts);
    const loaded = await site.readerState();
    const facts = await readFacts(site.reader.origin);
    const compared: Compared[] = [];
    if (posts !== GROWN) {
      for (const scenario of SCENARIOS) {
        say(`${posts.toLocaleString('en-IN')} posts: ${scenario.title}`);
        compared.push(await compare(site, facts, posts === SIZES[0] ? theirs : null, scenario));
      }
    }
    for (const name of costNames) {
      say(`${posts.toLocaleString('en-IN')} posts: cost of ${name}`);
      result.costs.push(await costOf(site, facts, name));
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
