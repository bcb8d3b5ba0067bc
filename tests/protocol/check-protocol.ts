import { checkoutModel } from './checkout-model.ts';
import type { FaultLimits } from './checkout-state.ts';
import { checkModel } from './model-checker.ts';

// `npm run protocol`: the protocol of a purchase with more faults in one history than the unit tests allow.

const RUNS: readonly FaultLimits[] = [
  { crashes: 1, brokerWipes: 1, redisWipes: 1, doubledWebhooks: 1 },
  { crashes: 2, brokerWipes: 0, redisWipes: 0, doubledWebhooks: 1 },
];

for (const limits of RUNS) {
  const { states, violation } = checkModel(checkoutModel({}, limits));
  const faults = Object.entries(limits).map(([name, count]) => `${name} ${count}`);
  const lines = [`${faults.join(', ')}: ${states} states, ${violation?.what ?? 'no violation'}`];
  if (violation !== null) {
    lines.push(...violation.history.map((name) => `  ${name}`));
    process.exitCode = 1;
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
