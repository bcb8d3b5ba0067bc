import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SERVICES } from '@vidhi/contracts/services.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { readRecordedPorts } from '@vidhi/local/ports.mjs';
import { alertTable, isShown, type AlertResult } from './alerts/alert-report.ts';
import { causesOf, SETTINGS, type Cause } from './alerts/causes.ts';
import { findPrometheus, startPrometheus, type Prometheus } from './alerts/prometheus.ts';
import { runbookProblem } from './alerts/runbooks.ts';
import { readRules, shortenRules } from './alerts/scaled-rules.ts';
import { openShop } from './alerts/shop.ts';
import { startProduct, type Product } from './product.ts';

const USAGE = `usage: npm run drill:alerts -- [--only ALERT,…] [--factor N] [--json FILE] [--logs FOLDER]

  Starts the product and Prometheus on ports and data of their own, causes every alert of infra/prometheus/rules.yaml, and
  waits until Prometheus reports it firing. Ends with 1 when one does not fire, or when its runbook is missing.

  --only ALERT,…  only these
  --factor N      by which waiting times and ranges of the rules are shorter, 60 by default; thresholds stay
  --json FILE     writes every figure there too
  --logs FOLDER   copies the logs of the processes there`;

/** Processes that the drill leaves out, as no cause needs them. */
const LEFT_OUT = ['web'];
/** Longer than the longest waiting time of the rules, two hours, by the default factor. */
const FIRING_MS = 300_000;
/** Time in which an alert of an earlier cause may end. */
const QUIET_MS = 120_000;
const POLL_MS = 500;
const TARGETS_MS = 30_000;
const SCRAPES_MS = 3_000;
const TOKEN_BYTES = 32;

function usage(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    factor: { type: 'string', default: '60' },
    json: { type: 'string' },
    logs: { type: 'string' },
  },
});
const factor = Number(values.factor);
if (!(factor >= 1)) usage('--factor must be a number, at least 1');

const text = readFileSync(inRoot('infra/prometheus/rules.yaml'), 'utf8');
const only = values.only?.split(',');
const rules = readRules(text).filter(({ alert }) => only === undefined || only.includes(alert));
const unknown = only?.find((name) => !rules.some(({ alert }) => alert === name));
if (unknown !== undefined) usage(`there is no alert ${unknown}`);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
const ended = ending.signal;
const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);

const program = findPrometheus();
if (program === undefined) {
  console.error('Prometheus is not on PATH: Debian has it in the package prometheus.');
  process.exit(1);
}

/** Waits until the names of firing alerts fulfil a condition; resolves with whether they did in time. */
async function until(
  prometheus: Prometheus,
  isTrue: (firing: ReadonlySet<string>) => boolean,
  withinMs: number,
): Promise<boolean> {
  for (const end = Date.now() + withinMs; !ended.aborted && Date.now() < end; await delay(POLL_MS))
    if (isTrue(await prometheus.firing())) return true;
  return false;
}

interface Tried {
  cause: Cause;
  startedAt: number;
  wasFiring: boolean;
  /** Seconds from the start until each of its alerts fired. */
  fired: Map<string, number>;
}

const isLasting = ({ cause }: Tried): boolean => cause.isLasting === true;
const isWanted = (alert: string): boolean => rules.some((rule) => rule.alert === alert);

/** Notes which alerts of a cause fire; returns whether all do. */
function note({ cause, startedAt, fired }: Tried, firing: ReadonlySet<string>): boolean {
  const wanted = cause.alerts.filter(isWanted);
  for (const alert of wanted)
    if (firing.has(alert) && !fired.has(alert)) {
      fired.set(alert, (Date.now() - startedAt) / 1_000);
      say(`${alert} fires`);
    }
  return wanted.every((alert) => fired.has(alert));
}

async function tryCause(prometheus: Prometheus, cause: Cause, lasting: readonly Tried[]): Promise<Tried> {
  const isQuiet = (firing: ReadonlySet<string>): boolean => !cause.alerts.some((alert) => firing.has(alert));
  const wasFiring = !(await until(prometheus, isQuiet, QUIET_MS));
  say(cause.name);
  const tried: Tried = { cause, startedAt: Date.now(), wasFiring, fired: new Map() };
  const over = new AbortController();
  const running = cause.run(AbortSignal.any([over.signal, ended]));
  try {
    if (cause.isLasting !== true)
      // A cause that fails ends the waiting.
      await Promise.race([
        running.then(() => new Promise(() => undefined)),
        firesAll(prometheus, tried, lasting),
      ]);
  } finally {
    over.abort();
    await running;
  }
  return tried;
}

/** Also notes the alerts of lasting causes, which fire meanwhile. */
const firesAll = (prometheus: Prometheus, tried: Tried, lasting: readonly Tried[]): Promise<boolean> =>
  until(
    prometheus,
    (firing) => {
      for (const each of lasting) note(each, firing);
      return note(tried, firing);
    },
    FIRING_MS,
  );

async function tryAll(prometheus: Prometheus, causes: readonly Cause[]): Promise<AlertResult[]> {
  const tried: Tried[] = [];
  for (const cause of causes) {
    if (ended.aborted || !cause.alerts.some(isWanted)) continue;
    try {
      tried.push(await tryCause(prometheus, cause, tried.filter(isLasting)));
    } catch (error) {
      say(`${cause.name}: ${String(error)}`);
    }
  }
  for (const each of tried.filter(isLasting)) await firesAll(prometheus, each, []);
  return rules.map((rule) => {
    const found = tried.find(({ cause }) => cause.alerts.includes(rule.alert));
    return {
      alert: rule.alert,
      cause: found?.cause.name ?? null,
      seconds: found?.fired.get(rule.alert) ?? null,
      wasFiring: found?.wasFiring ?? false,
      runbook: rule.annotations.runbook,
      runbookProblem: runbookProblem(inRoot(), rule),
    };
  });
}

async function watch(product: Product, metricsToken: string, prometheusProgram: string): Promise<Prometheus> {
  const ports = readRecordedPorts(product.dataDir);
  const targets = SERVICES.filter(({ name }) => !LEFT_OUT.includes(name)).map(({ name }) => ({
    name,
    port: ports[name] ?? 0,
  }));
  const prometheus = await startPrometheus({
    program: prometheusProgram,
    dataDir: product.dataDir,
    rules: shortenRules(text, factor),
    targets,
    metricsToken,
  });
  let problems = await prometheus.problems();
  for (const end = Date.now() + TARGETS_MS; problems.length > 0 && Date.now() < end; await delay(POLL_MS))
    problems = await prometheus.problems();
  // A series must have been read before it can increase.
  await delay(SCRAPES_MS);
  if (problems.length === 0) return prometheus;
  await prometheus.stop();
  throw new Error(`Prometheus: ${problems.join('; ')}`);
}

async function drill(prometheusProgram: string): Promise<AlertResult[]> {
  const metricsToken = randomBytes(TOKEN_BYTES).toString('hex');
  const settings = { ...SETTINGS, METRICS_TOKEN: metricsToken };
  const product = await startProduct({
    config: 'default',
    hasProxies: true,
    leftOut: LEFT_OUT,
    settings,
    ended,
    say,
  });
  try {
    const shop = await openShop(product, ended);
    const prometheus = await watch(product, metricsToken, prometheusProgram);
    try {
      return await tryAll(prometheus, causesOf(product, shop));
    } finally {
      await prometheus.stop();
      shop.close();
    }
  } finally {
    if (values.logs !== undefined) product.copyLogs(values.logs);
    await product.close();
  }
}

const machine = { processors: cpus().length, node: process.version, loadBefore: loadavg()[0] ?? 0 };
const results = await drill(program);
console.log(
  `Waiting times and ranges of the rules are shorter by a factor of ${factor}; thresholds are as they are.\n`,
);
console.log(alertTable(results));
if (values.json !== undefined) {
  const figures = { at: new Date().toISOString(), machine, factor, results };
  writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
}
// Exit explicitly: timers of the launcher's restarts may be pending; all processes have been stopped.
process.exit(!ended.aborted && results.every(isShown) ? 0 : 1);
