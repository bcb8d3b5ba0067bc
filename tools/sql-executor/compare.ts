import { parseArgs } from 'node:util';
import { type Audience } from '@vidhi/content-engine/internal.ts';
import { readRecording } from '@vidhi/tests-contract/recording.ts';
import { CATALOGUE, NEWS, sideOf } from '@vidhi/tests-contract/sides.ts';
import { openComparedSite } from './compared-site.ts';
import { formatReport, READ_RECORDINGS, type Outcome } from './report.ts';

// `npm run compare:executors [-- --copies N]`: executes the recorded list reads of tests/contract in memory and in SQLite,
// and prints how many select the same ids and totals, with the time of each query. Ends with 1 when any differs.

const { values } = parseArgs({ options: { copies: { type: 'string', default: '1' } } });
const copies = Number(values.copies);
if (!Number.isSafeInteger(copies) || copies < 1) throw new Error('--copies takes a number from 1');

const sites = new Map([
  [NEWS, await openComparedSite(NEWS, copies)],
  [CATALOGUE, await openComparedSite(CATALOGUE, copies)],
]);
const AUDIENCES: readonly Audience[] = ['public', 'staff'];
const outcomes: Outcome[] = [];
for (const name of READ_RECORDINGS) {
  const site = sites.get(sideOf(name));
  if (site === undefined) throw new Error(`no site for ${name}`);
  for (const one of readRecording(name))
    for (const audience of AUDIENCES)
      outcomes.push({ one, audience, comparison: site.compare(one, audience) });
}
let size = 0;
for (const site of sites.values()) {
  size += site.size;
  site.close();
}
console.log(formatReport(outcomes, size));
if (outcomes.some(({ comparison }) => comparison.verdict === 'different')) process.exitCode = 1;
