import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run drill:floods -- --url URL [options]

  Sends requests of one address over 100 connections to each kind of route of a running site, and ten a second of another
  address beside them, and compares the times of the other with those beside the same flood on a cached page. The gateway
  must trust this machine's X-Forwarded-For: TRUSTED_PROXIES=127.0.0.1. Ends with 1 when the 95th percentile beside a flood
  is more than twice that beside the flood on the cached page, when a request of the other fails, or when this program sent
  less than half of them because the machine had other work: then the row says nothing.

  --url URL         of the site
  --seconds N       of each flood, 6 by default
  --connections N   of the flood, 100 by default
  --only TEXT       only floods whose name contains it

  The floods are sent by a process of its own: reading their bytes would delay what the other process measures.`;

const FLOODER = '203.0.113.5';
const OTHER = '198.51.100.7';
const OTHER_EVERY_MS = 100;
const MAX_RATIO = 2;
const MIN_SENT_SHARE = 0.5;
const WARM_UP_MS = 500;
const TIMEOUT_MS = 20_000;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    /** Name of the flood that this process sends until its parent stops it. */
    flood: { type: 'string' },
  },
});
if (values.url === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const site = new URL(values.url);
const floodMs = Number(values.seconds) * 1_000;
const connections = Number(values.connections);

let unique = 0;
const next = (): string => `${process.pid}-${(unique += 1)}`;

interface Flood {
  name: string;
  path: () => string;
  method?: string;
}

/** The first is the cached page; every other has responses of its own for each request, or is not cached. */
const FLOODS: readonly Flood[] = [
  { name: 'cached page', path: () => '/' },
  { name: '/docs/openapi.json', path: () => '/docs/openapi.json' },
  { name: '/docs/json', path: () => '/docs/json' },
  { name: '/docs/yaml', path: () => '/docs/yaml' },
  { name: '/docs script', path: () => '/docs/static/swagger-ui-bundle.js' },
  { name: 'unknown page', path: () => `/no-such-page-${next()}` },
  { name: 'unknown article', path: () => `/gst/no-such-article-${next()}` },
  { name: 'page with a query', path: () => `/news?page=1&x=${next()}` },
  { name: 'search page', path: () => `/search?q=tax+${next()}` },
  { name: 'lawyers', path: () => `/catalogs/lawyers?name=${next()}` },
  { name: 'account page', path: () => '/login' },
  { name: 'console', path: () => '/console' },
  { name: 'list of posts', path: () => `/api/posts?populate=*&filters[title][$contains]=${next()}` },
  { name: 'suggestions', path: () => `/api/suggest?q=${next()}` },
  { name: 'list of books', path: () => `/api/books?populate=*&filters[Title][$contains]=${next()}` },
  { name: 'e-mail check', path: () => `/api/users?filters[email][$eq]=${next()}@x.example&fields[0]=email` },
  { name: 'cart', path: () => '/api/carts' },
  { name: 'sitemap', path: () => `/sitemaps/posts-1.xml?${next()}` },
  { name: 'feed', path: () => `/news/${next()}/feed.xml` },
  { name: 'unknown file', path: () => `/uploads/${next()}.jpg` },
  { name: 'keys', path: () => '/.well-known/jwks.json' },
  { name: 'unknown asset', path: () => `/assets/${next()}.js` },
  { name: 'malformed', path: () => '/%zz' },
  { name: 'login', path: () => '/api/auth/local', method: 'POST' },
];

interface Outcome {
  status: number;
  ms: number;
}

function send(agent: Agent, address: string, { path, method = 'GET' }: Flood): Promise<Outcome> {
  const startedAt = performance.now();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const settle = (status: number): void => resolve({ status, ms: performance.now() - startedAt });
  const body = method === 'GET' ? null : JSON.stringify({ identifier: `${next()}@x.example`, password: 'x' });
  const sent = request(
    {
      agent,
      method,
      host: site.hostname,
      port: site.port,
      path: path(),
      timeout: TIMEOUT_MS,
      headers: {
        host: site.host,
        'x-forwarded-for': address,
        'accept-encoding': 'gzip',
        ...(body === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    },
    (response) => {
      response.resume();
      response.once('end', () => settle(response.statusCode ?? 0));
      response.once('error', () => settle(0));
    },
  );
  sent.once('timeout', () => sent.destroy());
  sent.once('error', () => settle(0));
  sent.end(body);
  return promise;
}

/** Requests of an ordinary visitor: a cached page, and data that is not cached. */
const OTHERS: readonly Flood[] = [
  { name: 'page', path: () => '/' },
  { name: 'data', path: () => `/api/categories?filters[name][$contains]=${next()}` },
];

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

interface Row {
  name: string;
  floodPerSecond: number;
  p50: number;
  p95: number;
  failed: number;
  /** Requests of the other; fewer than were due when this process got no processor time. */
  sent: number;
}

/** Sends a flood until the parent process says that it is over, then reports how many requests it has sent. */
async function sendFlood(flood: Flood): Promise<void> {
  const crowd = new Agent({ keepAlive: true, maxSockets: connections });
  let isOver = false;
  let flooded = 0;
  process.once('message', () => (isOver = true));
  process.once('disconnect', () => process.exit());
  process.send?.('started');
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver) {
        const { status } = await send(crowd, FLOODER, flood);
        flooded += 1;
        // A connection that was not accepted costs nothing.
        if (status === 0) await delay(10);
      }
    }),
  );
  crowd.destroy();
  process.send?.(flooded);
  process.disconnect();
}

function startFlood({ name }: Flood): ChildProcess {
  const { url = '', seconds, connections: count } = values;
  const own = ['--url', url, '--seconds', seconds, '--connections', count, '--flood', name];
  return fork(import.meta.filename, own);
}

async function measure(flood: Flood): Promise<Row> {
  const visitor = new Agent({ keepAlive: true });
  const flooding = startFlood(flood);
  await once(flooding, 'message');
  const startedAt = performance.now();
  const endsAt = startedAt + WARM_UP_MS + floodMs;
  await delay(WARM_UP_MS);
  const others: Promise<Outcome>[] = [];
  for (let index = 0; performance.now() < endsAt; index += 1) {
    const one = OTHERS[index % OTHERS.length];
    if (one !== undefined) others.push(send(visitor, OTHER, one));
    await delay(OTHER_EVERY_MS);
  }
  const outcomes = await Promise.all(others);
  flooding.send('over');
  const [flooded] = (await once(flooding, 'message')) as [number];
  const elapsedMs = performance.now() - startedAt;
  visitor.destroy();
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    name: flood.name,
    floodPerSecond: (flooded * 1_000) / elapsedMs,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    sent: outcomes.length,
    failed: outcomes.filter(({ status }) => status !== 200).length,
  };
}

async function compare(): Promise<void> {
  const [cached, ...floods] = FLOODS;
  if (cached === undefined) throw new Error('there is no flood to compare with');
  console.log(
    '| flood of one address | requests/s | other: p50 ms | p95 ms | of the cached page | sent | failed |',
  );
  console.log('|---|---|---|---|---|---|---|');
  // The first one fills the cache.
  await measure(cached);
  const baseline = await measure(cached);
  let isMissed = false;
  const print = ({ name, floodPerSecond, p50, p95, sent, failed }: Row): void => {
    const ratio = p95 / baseline.p95;
    isMissed ||= ratio > MAX_RATIO || failed > 0 || sent < (floodMs / OTHER_EVERY_MS) * MIN_SENT_SHARE;
    const figures = [
      floodPerSecond.toFixed(0),
      p50.toFixed(1),
      p95.toFixed(1),
      `${ratio.toFixed(2)} ×`,
      sent,
      failed,
    ];
    console.log(`| ${[name, ...figures].join(' | ')} |`);
  };
  print(baseline);
  for (const flood of floods.filter(({ name }) => name.includes(values.only))) print(await measure(flood));
  process.exitCode = isMissed ? 1 : 0;
}

const own = FLOODS.find(({ name }) => name === values.flood);
await (own === undefined ? compare() : sendFlood(own));
