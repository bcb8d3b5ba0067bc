import { parseArgs } from 'node:util';
import { integerOption } from './integer-option.ts';
import { runNewsletter } from './newsletter-run.ts';

const USAGE = `usage: npm run newsletter -- [options]

  Starts the product on ports and data of its own, and sends one issue of the newsletter while notify, Redis and Kafka are
  killed in turn and readers unsubscribe. Ends with 1 when a reader has not exactly one mail, or one who had unsubscribed
  before the turn has any.

  --readers N       2000 by default
  --kills N         20 by default, at even distances of the sending
  --unsubscribing N how many unsubscribe after each kill, 3 by default
  --pace N          mails a minute, 6000 by default
  --seed S          of those who unsubscribe; 1 by default
  --patience N      after how many seconds without a mail the run ends, 900 by default`;

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '20' },
    unsubscribing: { type: 'string', default: '3' },
    pace: { type: 'string', default: '6000' },
    seed: { type: 'string', default: '1' },
    patience: { type: 'string', default: '900' },
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

const { violations, ...figures } = await runNewsletter({
  readers: integer('readers', 1),
  kills: integer('kills', 0),
  unsubscribing: integer('unsubscribing', 0),
  mailsPerMinute: integer('pace', 1),
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
console.log(violations.length === 0 ? 'Each reader has one mail.' : 'WRONG, see above.');
// Exit explicitly: timers of the launcher's restarts may be pending; all processes have been stopped.
process.exit(ending.signal.aborted ? 130 : violations.length === 0 ? 0 : 1);
