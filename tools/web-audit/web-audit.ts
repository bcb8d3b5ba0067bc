import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAddresses, type AuditedPage } from './page-paths.ts';
import { withBlankPage } from './blank-page.ts';
import { axeViolations, launchBrowser, loadedScripts } from './browser.ts';
import { measureCart, measureInp, type CartFigures } from './interactions.ts';
import { loadLighthouse, measure, type LighthouseScores } from './lighthouse.ts';
import { runLoad, runReadyBuffer } from './load-process.ts';
import type { LoadResult } from './page-load.ts';
import { weigh, type PageWeight } from './page-weight.ts';
import { bucketsIn, quantileMs, shellsIn, since, type Buckets } from './render-times.ts';
import { atLeast, atMost, countsOf, tableOf, type Verdict } from './verdicts.ts';
import goals from './goals.json' with { type: 'json' };

const USAGE = `usage: npm run web:audit [-- --json FILE] [--url URL] [--web URL] [--runs N] [--seconds N]
                          [--minutes N] [--only NAME,…]

  Measures pages of a running site and holds them against goals.json. The account page and the console are omitted from
  a site without the demo's accounts.
  --json FILE   writes every figure there too
  --url URL     the site, http://127.0.0.1:8080 by default
  --web URL     the web process itself, for its rendering times; found by itself beside a local site
  --runs N      Lighthouse runs of each page, and of Add to Cart, of which the median counts; 3 by default, 0 for none
  --seconds N   length of each load; 5 by default, 0 for none
  --only NAME,… only these pages, or the cart, and no load
  --minutes N   no run of Lighthouse is begun later than this; 10 by default`;

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    web: { type: 'string' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
const site = values.url.replace(/\/$/, '');
const [runs, seconds, minutes] = [Number(values.runs), Number(values.seconds), Number(values.minutes)];
if (!(runs >= 0) || !(seconds >= 0) || !(minutes >= 0)) {
  console.error(USAGE);
  process.exit(2);
}
const deadline = Date.now() + minutes * 60_000;
const say = (line: string): void => console.error(line);
const machine = { processors: cpus().length, model: cpus()[0]?.model ?? '', loadBefore: loadavg()[0] ?? 0 };
say(
  `${machine.processors} × ${machine.model}, load ${machine.loadBefore.toFixed(1)} before; everything runs here`,
);

const WITHOUT_LIGHTHOUSE = new Set(['tag']);
const { pages: allPages, articles } = await findAddresses(site);
const only = values.only?.split(',');
const pages = allPages.filter(({ name }) => only?.includes(name) ?? true);
const unknown = only?.filter((name) => name !== 'cart' && !allPages.some((page) => page.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`The site has no page called ${unknown.join(', ')} to audit.\n\n${USAGE}`);
  process.exit(2);
}
for (const name of ['account', 'console'])
  if (!allPages.some((page) => page.name === name)) say(`${name}: omitted, as the site has no demo account`);
const lighthouse = runs > 0 ? await loadLighthouse(say) : null;

interface PageFigures extends AuditedPage {
  weight: PageWeight;
  axe: string[];
  /** Interaction to next paint on a slow phone, in milliseconds; null when it was not measured. */
  inpMs: number | null;
  lighthouse: LighthouseScores | null;
}

async function auditPages(): Promise<PageFigures[]> {
  const browser = await launchBrowser();
  const figures: PageFigures[] = [];
  try {
    for (const page of pages) {
      say(`${page.name} ${page.path}`);
      const url = site + page.path;
      const { role } = page;
      const weight = await weigh(site, page.path);
      // The document of such a page names only its first scripts.
      if (page.kind !== 'reading') weight.jsKilobytes = await loadedScripts(browser, { url, role });
      const axe = await axeViolations(browser, { url, role });
      const isMeasured = lighthouse !== null && !WITHOUT_LIGHTHOUSE.has(page.name);
      figures.push({
        ...page,
        weight,
        axe,
        inpMs: runs > 0 ? await measureInp(browser, { url, role }) : null,
        lighthouse: isMeasured ? await measure(lighthouse, url, { runs, deadline, role }) : null,
      });
    }
  } finally {
    await browser.close();
  }
  return figures;
}

/** Resolves with the figures of the cart; null where they are not wanted, or the site sells no book. */
async function auditCart(): Promise<CartFigures | null> {
  const book = allPages.find(({ name }) => name === 'book');
  if (runs === 0 || book === undefined || !(only?.includes('cart') ?? true)) return null;
  say('cart');
  const browser = await launchBrowser();
  try {
    return await measureCart(browser, site + book.path, runs);
  } finally {
    await browser.close();
  }
}

interface LoadFigures {
  name: 'home' | 'article' | 'tag' | 'feed';
  cached: LoadResult;
  readyBuffer: LoadResult;
  /** The same two with compression, as requested by browsers and feed readers. */
  cachedCompressed: LoadResult;
  readyBufferCompressed: LoadResult;
  different: LoadResult;
  /** Unrendered shells per second among the different pages; null when unknown. */
  shellsPerSecond: number | null;
}

/** Resolves with the bytes of a body as transferred. */
async function bodyOf(path: string, encoding: 'identity' | 'br'): Promise<Buffer> {
  const [response] = (await once(
    get(site + path, { headers: { 'accept-encoding': encoding } }),
    'response',
  )) as [IncomingMessage];
  return buffer(response);
}

async function loadPages(): Promise<LoadFigures[]> {
  const figures: LoadFigures[] = [];
  const pathsOf = (name: string): string[] => {
    if (name === 'feed') return ['/feed.xml'];
    return name === 'article' ? articles : pages.filter((page) => page.name === name).map(({ path }) => path);
  };
  for (const name of ['home', 'article', 'tag', 'feed'] as const) {
    say(`load: ${name}`);
    const paths = pathsOf(name);
    const [path = '/'] = paths;
    const plain = { origin: site, paths, seconds, encoding: 'identity', isEachDifferent: false } as const;
    const readyBuffer = async (encoding: 'identity' | 'br'): Promise<LoadResult> =>
      runReadyBuffer(await bodyOf(path, encoding), seconds);
    const cached = await runLoad(plain);
    const shellsBefore = await countShells();
    const different = await runLoad({ ...plain, isEachDifferent: true });
    const shells = shellsBefore === null ? null : ((await countShells()) ?? 0) - shellsBefore;
    figures.push({
      name,
      cached,
      readyBuffer: await readyBuffer('identity'),
      cachedCompressed: await runLoad({ ...plain, encoding: 'br' }),
      readyBufferCompressed: await readyBuffer('br'),
      different,
      shellsPerSecond: shells === null ? null : shells / seconds,
    });
  }
  return figures;
}

/** URL of the web process of this checkout's site, as recorded by the launcher. */
function webAddress(): string | null {
  if (values.web !== undefined) return values.web.replace(/\/$/, '');
  const file = join(process.env['DATA_DIR'] || join(import.meta.dirname, '../../.data'), 'run/services.json');
  if (!existsSync(file)) return null;
  const { gateway, services } = JSON.parse(readFileSync(file, 'utf8')) as {
    gateway: string;
    services: { web?: string };
  };
  return gateway === site ? (services.web ?? null) : null;
}

const web = webAddress();
const readMetrics = async (): Promise<string> => (web === null ? '' : (await fetch(`${web}/metrics`)).text());
const readBuckets = async (): Promise<Buckets> =>
  bucketsIn(await readMetrics(), ['/:catslug/:newsslug', '/:newsslug']);
const countShells = async (): Promise<number | null> => (web === null ? null : shellsIn(await readMetrics()));

const RENDERED = 400;

/** Renders articles sequentially, to measure rendering without queueing. */
async function renderTimes(): Promise<{ p50: number | null; p95: number | null }> {
  const before = await readBuckets();
  if (web !== null)
    for (let n = 0; n < RENDERED; n += 1)
      await (await fetch(`${web}${articles[n % articles.length]}`)).arrayBuffer();
  const rendered = since(before, await readBuckets());
  return { p50: quantileMs(rendered, 0.5), p95: quantileMs(rendered, 0.95) };
}

const figures = await auditPages();
const cart = await auditCart();
const blank =
  lighthouse === null ? null : await withBlankPage((url) => measure(lighthouse, url, { runs, deadline }));
const render = await renderTimes();
const loads = seconds > 0 && only === undefined ? await loadPages() : [];

function verdictsOf(page: PageFigures): Verdict[] {
  const { name, kind, weight, axe, inpMs, lighthouse: scores, isIndexed } = page;
  const goal = goals.lighthouse[kind];
  return [
    ...(scores === null
      ? []
      : [
          atLeast(`${name}: Lighthouse performance`, scores.performance, goal.performance),
          atLeast(`${name}: Lighthouse accessibility`, scores.accessibility, goal.accessibility),
          atLeast(`${name}: Lighthouse best practices`, scores.bestPractices, goal.bestPractices),
          atLeast(
            isIndexed ? `${name}: Lighthouse SEO` : `${name}: Lighthouse SEO without its noindex`,
            isIndexed ? scores.seo : scores.seoWithoutIndexing,
            goal.seo,
          ),
          atMost(`${name}: LCP`, scores.lcpMs, goal.lcpMs, ' ms'),
          atMost(`${name}: TBT`, scores.tbtMs, goal.tbtMs, ' ms'),
          ...('cls' in goal ? [atMost(`${name}: CLS`, scores.cls, goal.cls)] : []),
        ]),
    ...(runs > 0 ? [atMost(`${name}: INP on a slow phone`, inpMs, goals.slowPhone.inpMs, ' ms')] : []),
    atMost(`${name}: JS gzip`, weight.jsKilobytes, goals.jsKilobytes[kind], ' KB'),
    atMost(`${name}: axe violations, light and dark`, axe.length, goals.axeViolations),
    ...(kind === 'reading'
      ? [atLeast(`${name}: words in the raw HTML`, weight.rawWords, goals.rawWords)]
      : []),
  ];
}

function verdictsOfLoad(figures: LoadFigures): Verdict[] {
  const { name, cached, readyBuffer, cachedCompressed, readyBufferCompressed, different, shellsPerSecond } =
    figures;
  const share = cached.perSecond / readyBuffer.perSecond;
  const compressedShare = cachedCompressed.perSecond / readyBufferCompressed.perSecond;
  const failures = cached.failures + cachedCompressed.failures + different.failures;
  const perSecond = name === 'feed' ? goals.feedPerSecond : goals.differentPerSecond[name];
  return [
    atLeast(`${name}: cached, share of a ready buffer`, share, goals.cachedShareOfReadyBuffer),
    atLeast(
      `${name}: cached and compressed, share of such a buffer`,
      compressedShare,
      goals.cachedShareOfReadyBuffer,
    ),
    ...(name === 'feed'
      ? [
          atLeast('feed: cached', cached.perSecond, perSecond, '/s'),
          atLeast(
            'feed: cached, compressed as feed readers ask',
            cachedCompressed.perSecond,
            perSecond,
            '/s',
          ),
        ]
      : [
          atLeast(
            `${name}: each different, rendered`,
            shellsPerSecond === null ? null : different.perSecond - shellsPerSecond,
            perSecond,
            '/s',
          ),
        ]),
    atMost(`${name}: failed requests`, failures, 0),
  ];
}

const verdicts = [
  ...figures.flatMap(verdictsOf),
  ...(cart === null
    ? []
    : [
        atMost(
          'cart: from Add to Cart until it can be used, slow phone',
          cart.usableMs,
          goals.slowPhone.cartMs,
          ' ms',
        ),
        atMost('cart: INP on a slow phone', cart.inpMs, goals.slowPhone.inpMs, ' ms'),
      ]),
  atMost('server rendering of articles, p50', render.p50, goals.renderMs.p50, ' ms'),
  atMost('server rendering of articles, p95', render.p95, goals.renderMs.p95, ' ms'),
  ...loads.flatMap(verdictsOfLoad),
];
console.log(tableOf(verdicts));
for (const figure of loads) {
  const { name, cached, readyBuffer, cachedCompressed, readyBufferCompressed, different, shellsPerSecond } =
    figure;
  const shells = shellsPerSecond === null ? '' : `, of which ${Math.round(shellsPerSecond)}/s as shells`;
  console.log(
    `${name}: cached ${cached.perSecond}/s, ready buffer ${readyBuffer.perSecond}/s; compressed ${cachedCompressed.perSecond}/s, ready buffer ${readyBufferCompressed.perSecond}/s; each different ${different.perSecond}/s${shells} (p99 ${different.p99Ms} ms)`,
  );
}
const rangeOf = ({ tbtMs, tbtRangeMs: [least, most], runs: counted, threadTime }: LighthouseScores): string =>
  `median ${tbtMs} ms, ${least} to ${most} ms in ${counted} runs; in processor time ${threadTime.tbtMs} ms, LCP ${threadTime.lcpMs} ms`;
if (blank !== null) {
  console.log(`TBT of a blank page on this machine, for comparison: ${rangeOf(blank)}`);
  for (const { name, lighthouse: scores } of figures)
    if (scores !== null) console.log(`  ${name}: ${rangeOf(scores)}`);
}
if (cart !== null)
  console.log(
    `Add to Cart: ${cart.usableRangeMs.join(' to ')} ms in ${runs} runs, processor 4 times slower, 150 ms and 1.6 Mbit/s`,
  );
const standIns = figures.reduce((sum, { lighthouse: scores }) => sum + (scores?.standIns ?? 0), 0);
if (standIns > 0)
  console.log(
    `Of other hosts' pictures (thumbnails of videos), ${standIns} requests were stubbed with a grey picture of the same size: the demo's videos are fictional, and only this site is measured.`,
  );
for (const { name, weight, axe, lighthouse: scores } of figures) {
  console.log(
    `${name}: JS ${weight.jsKilobytes.toFixed(1)} KB, CSS ${weight.cssKilobytes.toFixed(1)} KB, HTML ${weight.htmlKilobytes.toFixed(1)} KB gzip`,
  );
  for (const line of [...axe, ...(scores?.failing ?? [])]) console.log(`  ${line}`);
}
console.log(countsOf(verdicts));
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ at: new Date().toISOString(), site, machine, verdicts, pages: figures, cart, blank, render, loads }, undefined, 2)}\n`,
  );
