import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENGINES } from '@vidhi/harness/engines.ts';
import { runChaos } from './chaos-run.ts';
import { FAIL_POINTS, pointsOf, type WorkloadName } from './fail-points.ts';
import type { FaultRun } from './fault-run.ts';
import { integerOption } from './integer-option.ts';
import { tableOf, violationLines } from './report.ts';

const USAGE = `usage: npm run chaos -- (--targeted | --random N | --replay SEED) [options]

  Starts the product on ports and data of its own, lets people buy and register, injects faults, and checks what all
  databases, the payment sandbox and the mail inbox hold in the end. Ends with 1 when something is wrong.

  --targeted        kills each service at each of its fail points
  --engine NAME     … or this engine instead of the service: kafka, redis or mongo
  --times N         … this often, 20 by default
  --only NAME,…     only these fail points
  --random N        injects N random faults
  --seed S          draws them from this number; another one each time by default
  --replay SEED     as --random with this seed; N is that of --random, 200 by default
  --workload NAME   checkout, registration or both (the default)
  --minutes N       begins no new fault after this time
  --patience N      after how many seconds everything must be settled, 600 by default
  --json FILE       writes every run there too
  --logs FOLDER     copies the logs of the processes there`;

const WORKLOADS: readonly string[] = ['checkout', 'registration', 'both'];
const MINUTE_MS = 60_000;
const MAX_SEED = 2 ** 31;

function usage(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    targeted: { type: 'boolean', default: false },
    engine: { type: 'string' },
    times: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    random: { type: 'string' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    workload: { type: 'string', default: 'both' },
    minutes: { type: 'string', default: '1440' },
    patience: { type: 'string', default: '600' },
    json: { type: 'string' },
    logs: { type: 'string' },
  },
});

const positive = (name: string, text: string): number => integerOption(name, text, { min: 1, reject: usage });

if (!WORKLOADS.includes(values.workload)) usage(`there is no workload ${values.workload}`);
const workload = values.workload as WorkloadName;
const only = values.only.split(',').filter((name) => name !== '');
const unknown = only.find((name) => !FAIL_POINTS.some((point) => point.name === name));
if (unknown !== undefined) usage(`there is no fail point ${unknown}`);
const engine = ENGINES.find((name) => name === values.engine) ?? null;
if (values.engine !== undefined && engine === null) usage(`there is no engine ${values.engine}`);
const isRandom = values.random !== undefined || values.replay !== undefined;
if (values.targeted === isRandom) usage('either --targeted or --random, please');
if (isRandom && engine !== null) usage('--engine belongs to --targeted');
const points = values.targeted
  ? pointsOf(workload).filter(({ name }) => only.length === 0 || only.includes(name))
  : [];
const seed = positive('seed', values.replay ?? values.seed ?? String(1 + (Date.now() % MAX_SEED)));

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`);
if (isRandom) say(`seed ${seed}`);

const runs: FaultRun[] = [];
let failure: unknown = null;
try {
  await runChaos({
    points,
    engine,
    times: positive('times', values.times),
    random: isRandom ? positive('random', values.random ?? '200') : 0,
    seed,
    workload,
    patienceMs: positive('patience', values.patience) * 1_000,
    until: Date.now() + positive('minutes', values.minutes) * MINUTE_MS,
    logs: values.logs ?? null,
    ended: ending.signal,
    say,
    onRun(run) {
      if (ending.signal.aborted) return;
      runs.push(run);
      const { fault, journey, hasFired, settleMs, violations } = run;
      const time = settleMs === null ? '' : `, settled after ${(settleMs / 1_000).toFixed(1)} s`;
      const found = violations.length === 0 ? '' : `, ${violations.length} VIOLATIONS`;
      say(`${runs.length} ${fault}, ${journey}${hasFired ? time : ', not reached'}${found}`);
      for (const violation of violations) say(`  ${Object.values(violation).join(': ')}`);
    },
  });
} catch (error) {
  failure = error;
}

console.log(tableOf(runs));
const violating = runs.filter(({ violations }) => violations.length > 0);
if (violating.length > 0) console.log(`\n${violating.map(violationLines).join('\n\n')}`);
if (isRandom && violating.length > 0) console.log(`\nOnce more: npm run chaos -- --replay ${seed}`);
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ seed: isRandom ? seed : null, options: values, runs }, undefined, 2)}\n`,
  );
if (failure !== null) console.error(failure);
// Exit explicitly: timers of the launcher's restarts may be pending; all processes have been stopped.
process.exit(ending.signal.aborted ? 130 : failure !== null || violating.length > 0 ? 1 : 0);
