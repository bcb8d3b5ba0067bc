import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { NODE_OPTIONS } from '@vidhi/local/services.mjs';
import { CATALOG_SCENARIOS, readCatalogFacts } from './catalog/scenarios.ts';
import { readFacts, SCENARIOS } from './news/scenarios.ts';

const USAGE = `usage: npm run bench:compare -- news|catalog --against FOLDER [--documents N] [--rounds N]

  Compares the processor time that a reader needs for each request with that of another checkout whose dependencies are
  installed: both readers run side by side and get the same requests in alternating batches, so that other load on the
  machine affects both alike. Prints both trimmed means and their ratio.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    documents: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '100' },
  },
});
const [kind] = positionals;
const [documents, rounds] = [Number(values.documents), Number(values.rounds)];
if (
  (kind !== 'news' && kind !== 'catalog') ||
  values.against === undefined ||
  !(documents > 0 && rounds > 0)
) {
  console.error(USAGE);
  process.exit(2);
}

const BATCH = 120;
const CONNECTIONS = 8;
/** Compiling the code of a new process costs as much as the first thousands of requests. */
const WARM_UP_BATCHES = 40;

interface Reader {
  origin: string;
  child: ChildProcess;
  agent: Agent;
}

const folder = mkdtempSync(join(tmpdir(), 'vidhi-compare-'));

async function startReader(checkout: string, name: string): Promise<Reader> {
  const dataDir = join(folder, name);
  const isNews = kind === 'news';
  const size = isNews ? [documents] : [documents, Math.ceil(documents / 2)];
  const child = fork(
    join(checkout, 'tools/bench/processes', isNews ? 'reader.ts' : 'catalog-reader.ts'),
    [...size.map(String), dataDir],
    { cwd: checkout, execArgv: NODE_OPTIONS, env: { ...process.env, NODE_ENV: 'production' } },
  );
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return {
    child,
    origin: `http://127.0.0.1:${message.port}`,
    agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
  };
}

/** Time on a processor of all threads of a process since its start, in microseconds. */
function processorTime({ child }: Reader): number {
  const tasks = `/proc/${child.pid}/task`;
  let nanoseconds = 0;
  for (const task of readdirSync(tasks))
    nanoseconds += Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]);
  return nanoseconds / 1_000;
}

const statusOf = ({ origin, agent }: Reader, path: string): Promise<number> =>
  new Promise((done, fail) => {
    get(`${origin}${path}`, { agent }, (response) => {
      response.resume().once('end', () => done(response.statusCode ?? 0));
    }).once('error', fail);
  });

async function read(reader: Reader, path: string): Promise<void> {
  const status = await statusOf(reader, path);
  if (status !== 200) throw new Error(`${status} ${path}`);
}

/** Sends the requests over eight connections; resolves with the reader's processor time for each, in microseconds. */
async function timeBatch(reader: Reader, paths: readonly string[]): Promise<number> {
  const before = processorTime(reader);
  await Promise.all(paths.map((path) => read(reader, path)));
  return (processorTime(reader) - before) / paths.length;
}

/** Without the tenth at each end: batches that other load of the machine has interrupted. */
function mean(numbers: readonly number[]): number {
  const cut = Math.floor(numbers.length / 10);
  const counted = numbers.toSorted((a, b) => a - b).slice(cut, numbers.length - cut);
  return counted.reduce((sum, each) => sum + each, 0) / counted.length;
}

interface Row {
  title: string;
  cold: (n: number) => string;
}

async function rowsOf(origin: string): Promise<Row[]> {
  if (kind === 'catalog') {
    const facts = await readCatalogFacts(origin);
    return CATALOG_SCENARIOS.map(({ title, cold }) => ({ title, cold: (n) => cold(facts, n) }));
  }
  const facts = await readFacts(origin);
  return SCENARIOS.map(({ title, cold }) => ({ title, cold: (n) => cold(facts, n) }));
}

const readers: Reader[] = [];
try {
  const before = await startReader(resolve(values.against), 'before');
  const now = await startReader(join(import.meta.dirname, '../..'), 'now');
  readers.push(before, now);
  console.log(`${kind}, ${documents} documents, ${rounds} rounds: processor time for each request`);
  let n = 0;
  for (const { title, cold } of await rowsOf(now.origin)) {
    if ((await statusOf(before, cold((n += 1)))) === 400) {
      console.log(`${title.padEnd(34)} not compared: the other checkout does not know this request`);
      continue;
    }
    const results: { before: number; now: number }[] = [];
    for (let round = -WARM_UP_BATCHES; round < rounds; round += 1) {
      const paths = Array.from({ length: BATCH }, () => cold((n += 1)));
      const isNowFirst = round % 2 === 0;
      const first = await timeBatch(isNowFirst ? now : before, paths);
      const second = await timeBatch(isNowFirst ? before : now, paths);
      if (round >= 0)
        results.push(isNowFirst ? { now: first, before: second } : { before: first, now: second });
    }
    // Means, not medians: a batch in ten contains a garbage collection, which is part of the cost of every request.
    const shown = [mean(results.map((each) => each.before)), mean(results.map((each) => each.now))] as const;
    const ratio = shown[1] / shown[0];
    console.log(
      `${title.padEnd(34)} ${shown.map((us) => `${us.toFixed(0).padStart(6)} µs`).join(' →')}   × ${ratio.toFixed(2)}`,
    );
  }
} finally {
  for (const { child, agent } of readers) {
    agent.destroy();
    child.kill();
  }
  rmSync(folder, { recursive: true, force: true });
}
