import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { startChaosProduct, type ChaosProduct } from '@vidhi/chaos/chaos-product.ts';
import type { Violation } from '@vidhi/chaos/evidence.ts';
import { untilSettled } from '@vidhi/chaos/fault-run.ts';
import { planOf } from '@vidhi/chaos/plans.ts';
import { createEvidenceReader } from '@vidhi/chaos/read-evidence.ts';
import { createWorkload } from '@vidhi/chaos/workload.ts';
import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';
import { inRoot } from '@vidhi/local/paths.mjs';
import {
  DRILLED,
  findingsOf,
  judge,
  tableOf,
  unexpectedOf,
  type DrilledService,
  type DrillResult,
} from './drill-losses.ts';
import { readPrices, setPrice, writeEachKind } from './drill-writes.ts';

// `npm run drill:recovery [-- --only SERVICE,…]`: starts a site of its own, and for each service backs up, goes on
// writing and selling, restores that service alone, lets the site heal, and looks for what is gone. Ends with 1 when
// something is wrong that a restore need not lose.

const run = promisify(execFile);
const BOOK = 1;
const READY_MS = 300_000;
const SETTLE_MS = 120_000;
const MEASUREMENTS = 30;
const AGAIN_MS = 1_000;
const SETTINGS = { RECONCILIATION_GRACE_MS: '5000' };

const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);

/** Runs one of the operator's commands against the site of the drill. */
async function command(site: ChaosProduct, script: string, ...words: string[]): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: site.product.dataDir,
    MONGO_URL: '',
    KAFKA_BROKERS: '',
    REDIS_URL: '',
  };
  const { stdout } = await run(process.execPath, [inRoot(script), ...words], { cwd: inRoot(), env });
  return stdout;
}

/** Resolves with a report of the reconciliation, whose command ends with 1 while something is left. */
async function reconcile(site: ChaosProduct, ...words: string[]): Promise<ReconciliationReport> {
  const script = 'services/cart-orders/src/reconcile-cli.ts';
  const text = await command(site, script, '--json', ...words).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error && String(error.stdout) !== '')
      return String(error.stdout);
    throw error;
  });
  return JSON.parse(text) as ReconciliationReport;
}

async function untilReady(site: ChaosProduct): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await delay(AGAIN_MS / 4))
    if ((await site.site('/readyz')).status === 200) return;
  throw new Error('the site did not become ready');
}

/**
 * Repairs once, and waits until nothing is left; resolves with what is left, or null. Ages of events do not count: orders
 * wait minutes for the acknowledgement of their mails, and each repair makes them wait again.
 */
async function heal(site: ChaosProduct): Promise<string | null> {
  let left: string | null = null;
  for (let attempt = 0; attempt < MEASUREMENTS; attempt += 1) {
    left = findingsOf(await reconcile(site, ...(attempt === 0 ? ['--repair'] : [])));
    if (left === null) return null;
    await delay(AGAIN_MS);
  }
  return left;
}

async function findStale(site: ChaosProduct): Promise<string[]> {
  let prices: [number, number] = [0, 0];
  for (const end = Date.now() + SETTLE_MS / 4; Date.now() < end; await delay(AGAIN_MS)) {
    prices = await readPrices(site, BOOK);
    if (prices[0] === prices[1]) return [];
  }
  return [`cart-orders sells at ${prices[1]} what catalog offers at ${prices[0]}`];
}

/** Findings that were not there before the restore. */
function newOf(before: readonly Violation[], after: readonly Violation[]): Violation[] {
  const known = new Set(before.map(({ kind, subject }) => `${kind}/${subject}`));
  return after.filter(({ kind, subject }) => !known.has(`${kind}/${subject}`));
}

type Numbers = ReadonlyMap<string, number>;
const reusedOf = (before: Numbers, after: Numbers): string[] =>
  [...before].flatMap(([name, id]) =>
    (after.get(name) ?? 0) > id ? [] : [`the id of a ${name} is used twice`],
  );

async function drillService(
  site: ChaosProduct,
  service: DrilledService,
  ended: AbortSignal,
): Promise<DrillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'vidhi-recovery-'));
  const reader = createEvidenceReader(site);
  const workload = createWorkload(site, `${service}-${Date.now()}`, ended);
  const buy = async (n: number): Promise<string[]> => {
    const journey = workload.buyer({ ...planOf('verified', n), bookId: 2, addedLater: 0 });
    const problem = await journey.run();
    const violations = await untilSettled(() => journey.check(reader), SETTLE_MS, ended);
    return [
      ...(problem === null ? [] : [problem]),
      ...violations.map((found) => Object.values(found).join(': ')),
    ];
  };
  try {
    const problems = [...(await buy(0))];
    say(`${service}: ${(await command(site, 'tools/recovery/backup.ts', folder)).trim()}`);
    problems.push(...(await buy(0)), ...(await buy(1)));
    const { written, ids } = await writeEachKind(site, `${service}-${Date.now()}`);
    await setPrice(site, BOOK, 500 + Math.floor(Math.random() * 1_000));
    problems.push(...(await findStale(site)).map((text) => `before the restore: ${text}`));
    const before = await workload.checkAll(reader);
    const stoppedAt = performance.now();
    let startedAt = stoppedAt;
    await site.product.restart(async () => {
      say(
        `${service}: ${(await command(site, 'tools/recovery/restore.ts', folder, '--only', service)).trim()}`,
      );
      startedAt = performance.now();
    });
    await untilReady(site);
    const readyAt = performance.now();
    const left = await heal(site);
    const healedAt = performance.now();
    const found = await untilSettled(
      async () => newOf(before, await workload.checkAll(reader)),
      SETTLE_MS / 4,
      ended,
    );
    if (left !== null)
      found.push({
        kind: 'reconciliation',
        subject: service,
        details: left,
      });
    const lost: DrillResult['lost'] = [];
    for (const finding of found) {
      say(`${service}: ${Object.values(finding).join(': ')}`);
      const judged = judge(service, finding);
      if (judged.lost !== undefined) lost.push({ name: judged.lost, owner: service });
      if (judged.problem !== undefined) problems.push(judged.problem);
    }
    for (const { name, owner, exists } of written) if (!(await exists())) lost.push({ name, owner });
    const again = await writeEachKind(site, `${service}-again-${Date.now()}`);
    problems.push(...reusedOf(ids, again.ids), ...(await findStale(site)));
    await setPrice(site, BOOK, 2_000 + Math.floor(Math.random() * 1_000));
    problems.push(...(await findStale(site)), ...(await buy(1)));
    return {
      service,
      downSeconds: (readyAt - stoppedAt) / 1_000,
      healedSeconds: left === null ? (healedAt - startedAt) / 1_000 : null,
      lost,
      problems,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const selected = values.only?.split(',');
const services = DRILLED.filter((service) => selected === undefined || selected.includes(service));
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());

const results: DrillResult[] = [];
const site = await startChaosProduct({ settings: SETTINGS, ended: ending.signal, say });
try {
  for (const service of services) {
    if (ending.signal.aborted) break;
    const result = await drillService(site, service, ending.signal);
    results.push(result);
    say(`${service}: ${unexpectedOf(result).join('; ') || 'as expected'}`);
  }
} finally {
  console.log(tableOf(results));
  await site.close();
}
const isExpected =
  results.length === services.length && results.every((one) => unexpectedOf(one).length === 0);
// Exit explicitly: timers of the launcher's restarts may be pending; all processes have been stopped.
process.exit(isExpected ? 0 : 1);
