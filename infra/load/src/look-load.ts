import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import { LIMITS_HINT, runLooks } from './look/look-run.ts';
import { loopbackSite } from './look/loopback-site.ts';

const USAGE = `usage: npm run load:look -- [options]

  Changes name, colours, logo and icon of the running site of DATA_DIR again and again while its pages are read, puts the
  former ones back, and prints a JSON result. Ends with 1 on a failed read and on a page with parts of two looks. Only for a
  site on this machine whose looks nobody else changes meanwhile. All reads come from one address: start the site with
  READS_AT_ONCE_PER_ADDRESS=0 MAX_REQUESTS_PER_ADDRESS=0 MAX_CONNECTIONS_PER_ADDRESS=0.

  --rate N      reads a second, 200 by default, 2000 at most
  --seconds N   60 by default, 3600 at most
  --every N     milliseconds between two changes, 500 by default
  --url ORIGIN  of another site on this machine
  --json FILE   where the result goes, too
  --email ADDRESS, --password TEXT   of an administrator, by default that of the demo`;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    every: { type: 'string', default: '500' },
    url: { type: 'string' },
    json: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
  },
});

function numberOf(name: 'rate' | 'seconds' | 'every', max: number): number {
  const value = Number(values[name]);
  if (value > 0 && value <= max) return value;
  console.error(`--${name} is a number up to ${max}.\n\n${USAGE}`);
  process.exit(2);
}

const administrator = DEMO_STAFF.find(({ role }) => role === 'administrator');
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());

try {
  const { problems, ...figures } = await runLooks({
    origin: loopbackSite(values.url, dataDirOf(process.env)),
    identifier: values.email ?? administrator?.email ?? '',
    password: values.password ?? administrator?.password ?? '',
    rate: numberOf('rate', 2_000),
    seconds: numberOf('seconds', 3_600),
    everyMs: numberOf('every', 60_000),
    ended: ending.signal,
  });
  const result = JSON.stringify({ ...figures, problems }, undefined, 2);
  console.log(result);
  if (values.json !== undefined)
    writeFileSync(resolve(process.env['INIT_CWD'] ?? '.', values.json), `${result}\n`);
  if (figures.limited > 0) console.error(LIMITS_HINT);
  process.exitCode = ending.signal.aborted ? 130 : figures.errors + figures.half === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
