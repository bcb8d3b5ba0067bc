import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runDrill } from './drill-run.ts';
import { FAULTS, type FaultName, type Trial } from './faults.ts';
import { missedGoals } from './goals.ts';
import { lineOf, sampleLines, tableHead } from './report.ts';
import { READERS, targetsOf, type ConfigName } from './targets.ts';
import type { TrialResult } from './trial-result.ts';

const USAGE = `usage: npm run drill -- [options]

  Starts the product on ports and data of its own, puts a load on it, lets its processes and engines fail one after the
  other, and checks every response. Ends with 1 when a goal is missed.

  --only NAME,…     only these faults and processes (${FAULTS.slice(0, -1).join(', ')}; ${targetsOf(
    'two-readers',
  )
    .map(({ name }) => name)
    .join(', ')})
  --config NAME     default or two-readers; both when left out
  --posts N|demo    how many posts the site has, 2000 by default, or the demo site
  --seconds N       the least time for which each fault is watched, 8 by default
  --hold N          for how many seconds a process hangs, a network is cut or a disk is full, 20 by default
  --patience N      after how many seconds a site that is not well again is given up, 60 by default
  --rate N          reads a second, 30 by default
  --seed N          of the content and of the load, 1 by default
  --json FILE       writes every figure there too
  --logs FOLDER     copies the logs of the processes there`;

const CONFIGS = Object.keys(READERS) as ConfigName[];
/**
 * A change is visible within a second; a reader without events marks responses after five; a cache entry
 * lives for five.
 */
const MAX_LAG_MS = 12_000;

function usage(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    config: { type: 'string' },
    posts: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '8' },
    hold: { type: 'string', default: '20' },
    patience: { type: 'string', default: '60' },
    rate: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    logs: { type: 'string' },
  },
});

function positive(name: 'posts' | 'seconds' | 'hold' | 'patience' | 'rate' | 'seed'): number {
  const value = Number(values[name]);
  if (!(value > 0)) usage(`--${name} must be a positive number`);
  return value;
}

const only = values.only.split(',').filter((name) => name !== '');
const targetNames = new Set(CONFIGS.flatMap((config) => targetsOf(config).map(({ name }) => name)));
const faults = only.filter((name): name is FaultName => (FAULTS as readonly string[]).includes(name));
const targets = only.filter((name) => targetNames.has(name));
const unknown = only.find((name) => !targets.includes(name) && !faults.some((fault) => fault === name));
if (unknown !== undefined) usage(`${unknown} is neither a fault nor a process`);
const configs = CONFIGS.filter((config) => values.config === undefined || values.config === config);
if (configs.length === 0) usage(`there is no configuration ${values.config}`);

const isSelected = ({ fault, target }: Trial): boolean =>
  (faults.length === 0 || faults.includes(fault)) &&
  (targets.length === 0 || targets.includes(target.name) || fault === 'none');

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());

const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
const results: TrialResult[] = [];
const machine = { processors: cpus().length, node: process.version, loadBefore: loadavg()[0] ?? 0 };
say(`${machine.processors} processors, load ${machine.loadBefore.toFixed(1)} before`);
let failure: unknown = null;
try {
  await runDrill({
    configs,
    isSelected,
    posts: values.posts === 'demo' ? 'demo' : positive('posts'),
    seconds: positive('seconds'),
    holdSeconds: positive('hold'),
    patienceSeconds: positive('patience'),
    readsPerSecond: positive('rate'),
    seed: positive('seed'),
    maxLagMs: MAX_LAG_MS,
    logs: values.logs ?? null,
    ended: ending.signal,
    say,
    onResult(result) {
      results.push(result);
      say(lineOf(result));
    },
  });
} catch (error) {
  failure = error;
}

console.log([tableHead(), ...results.map(lineOf)].join('\n'));
const samples = results.flatMap(sampleLines);
if (samples.length > 0) console.log(`\nThe first bad responses of each kind:\n${samples.join('\n')}`);
const missed = results.filter((result) => missedGoals(result).length > 0);
console.log(`\n${results.length} trials, ${missed.length} with missed goals`);
if (values.json !== undefined) {
  const rows = results.map((result) => ({ ...result, missedGoals: missedGoals(result) }));
  writeFileSync(
    values.json,
    `${JSON.stringify({ at: new Date().toISOString(), machine, options: values, results: rows }, undefined, 2)}\n`,
  );
}
if (failure !== null) console.error(failure);
// Exit explicitly: timers of the launcher's restarts may be pending; all processes have been stopped.
process.exit(ending.signal.aborted ? 130 : failure !== null || missed.length > 0 ? 1 : 0);
