import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { provisionStandin, startStandin } from '@vidhi/local/mongo.mjs';
import { patientMongo } from '@vidhi/local/patient-mongo.mjs';
import { startSecantus } from '@vidhi/local/secantus.mjs';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { purchasesAsCsv } from '../../../services/cart-orders/src/desk/purchase-csv.ts';
import {
  mongoPurchaseList,
  type PurchaseList,
} from '../../../services/cart-orders/src/desk/purchase-list.ts';
import { PURCHASES } from '../../../services/cart-orders/src/purchases/purchase-collection.ts';
import type { Purchase } from '../../../services/cart-orders/src/purchases/purchase.ts';
import { table } from '../report-tables.ts';
import { benchedQueries, generatedPurchase } from './generated-purchases.ts';

// `npm run bench:purchases`: the list of the desk of the shop over generated purchases, on both servers; see README.md.

const USAGE = `usage: npm run bench:purchases -- [--stand-in N] [--secantus N] [--minutes N] [--repeat N] [--json FILE]

  --stand-in N   purchases on the MongoDB stand-in; 20000 by default, 0 leaves it out
  --secantus N   purchases on SecantusDB; 1000000 by default, 0 leaves it out
  --minutes N    processor time of a server after which no more are stored; 20 by default
  --repeat N     times that each query runs; 20 by default
  --json FILE    writes every figure there too`;

const { values } = parseArgs({
  options: {
    'stand-in': { type: 'string', default: '20000' },
    secantus: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '20' },
    repeat: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
const wanted = { 'stand-in': Number(values['stand-in']), secantus: Number(values.secantus) };
const minutes = Number(values.minutes);
const repeat = Number(values.repeat);
if (![...Object.values(wanted), minutes, repeat].every((number) => number >= 0) || repeat < 1) {
  console.error(USAGE);
  process.exit(2);
}
type Engine = keyof typeof wanted;

const BATCH = 200;
/** Time limit of one command. */
const PATIENCE_MS = 600_000;
const PAGE = 25;
const EXPORTED = 10_000;
/** A million purchases with their indexes take about 7 GB. */
const MEMORY = '12G';
const TICKS_PER_SECOND = 100;
const engineDir = resolve(import.meta.dirname, '../../../.engines');

/** Processor time of a process so far, in seconds. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function startEngine(engine: Engine, dataDir: string) {
  const options = {
    dataDir,
    engineDir,
    logFile: join(dataDir, 'engine.log'),
    env: process.env,
    onExit: ({ sentence }: { sentence: string }) => console.error(sentence),
  };
  return engine === 'secantus'
    ? startSecantus({ ...options, memory: MEMORY })
    : startStandin(await provisionStandin(options), options);
}

interface Figure {
  query: string;
  p50Ms: number;
  p95Ms: number;
  total: number;
  /** Digest of the total and the ids of the first page, for comparison between servers. */
  digest: string;
}

async function measure(list: PurchaseList, count: number, times: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [query, filters] of benchedQueries(count)) {
    const took: number[] = [];
    let digest = '';
    let total = 0;
    for (let time = 0; time < times; time += 1) {
      const startedAt = performance.now();
      const found = await list.list(filters, 1, PAGE);
      took.push(performance.now() - startedAt);
      total = found.total;
      const ids = found.purchases.map(({ _id }) => _id).join(' ');
      digest = createHash('sha256').update(`${total} ${ids}`).digest('hex').slice(0, 12);
    }
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10;
    figures.push({ query, p50Ms: at(0.5), p95Ms: at(0.95), total, digest });
  }
  return figures;
}

/** Exports up to `EXPORTED` purchases: time to the first byte, and the growth of the heap meanwhile. */
async function measureExport(list: PurchaseList) {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  let firstMs = 0;
  let rows = 0;
  let most = before;
  for await (const row of purchasesAsCsv(await list.stream({}))) {
    if (rows === 0) firstMs = performance.now() - startedAt;
    rows += row === '' ? 0 : 1;
    if (rows % 1_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
    if (rows > EXPORTED) break;
  }
  return {
    rows: rows - 1,
    firstByteMs: Math.round(firstMs),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    heapGrowthMb: Math.round((most - before) / 2 ** 20),
  };
}

async function bench(engine: Engine, compared: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-purchases-'));
  const running = await startEngine(engine, dataDir);
  // A busy machine is no failure here.
  const url = new URL(patientMongo(running.url));
  url.searchParams.set('socketTimeoutMS', String(PATIENCE_MS));
  url.pathname = '/bench_purchases';
  const connection = await connectMongo(url.href);
  try {
    await createIndexes(connection, [PURCHASES]);
    const list = mongoPurchaseList(connection);
    const stored = connection.collection<Purchase>(PURCHASES.name);
    const pid = running.pid ?? 0;
    let same: string[] = [];
    let count = 0;
    while (count < wanted[engine] && processorSeconds(pid) < minutes * 60) {
      const size = Math.min(BATCH, wanted[engine] - count);
      await stored.insertMany(Array.from({ length: size }, (_, at) => generatedPurchase(count + at + 1)));
      count += size;
      if (count === compared) same = (await measure(list, compared, 1)).map(({ digest }) => digest);
      if (count % 20_000 === 0)
        console.error(`${engine}: ${count} stored, ${Math.round(processorSeconds(pid))} s of processor time`);
    }
    const storedSeconds = Math.round(processorSeconds(pid));
    const figures = await measure(list, count, repeat);
    return { engine, count, storedSeconds, same, figures, export: await measureExport(list) };
  } finally {
    await connection.close();
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const loadBefore = loadavg()[0] ?? 0;
const engines = (Object.keys(wanted) as Engine[]).filter((engine) => wanted[engine] > 0);
const compared = Math.min(...engines.map((engine) => wanted[engine]));
const results = [];
for (const engine of engines) {
  const result = await bench(engine, compared);
  results.push(result);
  console.log(
    `\n${engine}: ${result.count} purchases, stored in ${result.storedSeconds} s of processor time\n${table(
      ['query', 'p50', 'p95', 'matches'],
      result.figures.map(({ query, p50Ms, p95Ms, total }) => [
        query,
        `${p50Ms} ms`,
        `${p95Ms} ms`,
        String(total),
      ]),
    ).join('\n')}`,
  );
  const { rows, firstByteMs, seconds, heapGrowthMb } = result.export;
  console.log(
    `export of ${rows}: first byte after ${firstByteMs} ms, ${seconds} s, heap + ${heapGrowthMb} MB`,
  );
}
const [one, other] = results;
const isSame = other === undefined ? null : JSON.stringify(one?.same) === JSON.stringify(other.same);
if (isSame !== null)
  console.log(`\nthe servers ${isSame ? 'agree' : 'DISAGREE'} about the first ${compared} purchases`);
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ at: new Date().toISOString(), processors: cpus().length, loadBefore, compared, isSame, results }, undefined, 2)}\n`,
  );
process.exitCode = isSame === false ? 1 : 0;
