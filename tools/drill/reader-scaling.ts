import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createClient } from '@vidhi/harness/http-exchange.ts';
import { startOwnProduct } from '@vidhi/harness/own-product.ts';
import { generateContent } from './content.ts';
import { requestsIn, unevenness } from './reader-evenness.ts';

// `npm run drill:readers`: the same load on one and on three news readers; compares the requests of each, errors and speed.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    posts: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '32' },
  },
});
const [seconds, posts, connections] = [values.seconds, values.posts, values.connections].map(Number);
if (!seconds || !posts || !connections) throw new Error('--seconds, --posts and --connections are numbers');

/** Maximum deviation from the mean: the gateway chooses by turns, and prefers faster readers. */
const MAX_UNEVENNESS = 0.1;
const PAGE_SIZE = 24;
const REQUEST_MS = 15_000;
const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort());
const say = (line: string): void => console.error(line);

interface Run {
  readers: number;
  counts: number[];
  failed: number;
  perSecond: number;
}

async function requestCounts(readers: readonly string[]): Promise<number[]> {
  const pages = readers.map(async (url) => (await fetch(`${url}/metrics`)).text());
  return (await Promise.all(pages)).map(requestsIn);
}

/** Sends different URLs, which no cache has, over all connections for some seconds. */
async function sendLoad(gateway: string): Promise<{ failed: number; sent: number }> {
  const client = createClient(gateway, REQUEST_MS);
  let [sent, failed] = [0, 0];
  const end = Date.now() + Number(seconds) * 1_000;
  async function sendUntilEnd(): Promise<void> {
    while (Date.now() < end && !ended.signal.aborted) {
      sent += 1;
      const page = 1 + (sent % Math.ceil(Number(posts) / PAGE_SIZE));
      const path = `/api/posts?pagination[page]=${page}&pagination[pageSize]=${PAGE_SIZE}&filters[id][$ne]=${sent}`;
      if ((await client(path)).status !== 200) failed += 1;
    }
  }
  await Promise.all(Array.from({ length: Number(connections) }, sendUntilEnd));
  client.close();
  return { failed, sent };
}

async function runWith(readers: number): Promise<Run> {
  say(`starting the product with ${readers} news readers`);
  const product = await startOwnProduct({
    name: 'readers',
    readers,
    leftOut: ['web'],
    ended: ended.signal,
    say,
  });
  try {
    await product.importParts(generateContent(Number(posts), 1, Date.now()).parts);
    const { gateway, services } = product.addresses();
    const before = await requestCounts(services.news.read);
    const { failed, sent } = await sendLoad(gateway);
    const after = await requestCounts(services.news.read);
    const counts = after.map((count, index) => count - (before[index] ?? 0));
    return { readers, counts, failed, perSecond: sent / Number(seconds) };
  } finally {
    await product.close();
  }
}

const one = await runWith(1);
const three = await runWith(3);
console.log(
  `| Readers | Requests of each | Unevenness | Failed | Requests/s |\n| --- | --- | --- | --- | --- |`,
);
for (const { readers, counts, failed, perSecond } of [one, three])
  console.log(
    `| ${readers} | ${counts.join(', ')} | ${(unevenness(counts) * 100).toFixed(1)} % | ${failed} | ${perSecond.toFixed(0)} |`,
  );
console.log(`\n${(three.perSecond / one.perSecond).toFixed(2)} × on ${cpus().length} processors`);
const isGood = one.failed + three.failed === 0 && unevenness(three.counts) <= MAX_UNEVENNESS;
process.exit(isGood ? 0 : 1);
