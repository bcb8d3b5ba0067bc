import { parseArgs } from 'node:util';
import { integerOption } from './integer-option.ts';
import { runWebhooks } from './webhook-run.ts';

const USAGE = `usage: npm run webhooks -- [options]

  Starts the product on ports and data of its own, lets people pay while no webhook is delivered, and then delivers all
  webhooks in random order, some of them twice, between forged ones. Ends with 1 when a payment has not exactly one order
  and one mail of each kind, or when a forged webhook was accepted.

  --payments N   1000 by default; each has three webhooks
  --forged N     forged webhooks, in percent of the provider's; 5 by default
  --repeated N   repeated deliveries, in percent of the provider's; 10 by default
  --seed S       of the order and the forgeries; 1 by default
  --patience N   after how many seconds everything must be settled, 1800 by default`;

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000' },
    forged: { type: 'string', default: '5' },
    repeated: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    patience: { type: 'string', default: '1800' },
  },
});

function reject(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}
const integer = (name: keyof typeof values, min: number): number =>
  integerOption(name, values[name], { min, reject });

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());

const { violations, ...figures } = await runWebhooks({
  payments: integer('payments', 1),
  forgedShare: integer('forged', 0) / 100,
  repeatedShare: integer('repeated', 0) / 100,
  seed: integer('seed', 1),
  patienceMs: integer('patience', 1) * 1_000,
  ended: ending.signal,
  say: (line) => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`),
});
console.table(figures);
const MAX_SHOWN = 50;
for (const { kind, subject, details } of violations.slice(0, MAX_SHOWN))
  console.log(`${kind}: ${subject}: ${details}`);
if (violations.length > MAX_SHOWN) console.log(`and ${violations.length - MAX_SHOWN} more`);
const { payments, orders, mails, acceptedForgeries, rejected } = figures;
const isRight =
  violations.length === 0 && orders === payments && mails === payments && acceptedForgeries + rejected === 0;
console.log(isRight ? 'Every payment has one order and its mails.' : 'WRONG, see above.');
// Exit explicitly: timers of the launcher's restarts may be pending; all processes have been stopped.
process.exit(ending.signal.aborted ? 130 : isRight ? 0 : 1);
