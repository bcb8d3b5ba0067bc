import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import { findSite } from '@vidhi/service-kit/site-command.ts';
import { catalogFailures, catalogLines, judgeCatalog, runCatalogBench } from './catalog/catalog-bench.ts';
import { runNewsBench } from './news/news-bench.ts';
import { reportLines } from './news/report.ts';
import { failuresIn, judge } from './news/verdicts.ts';
import { benchAccounts } from './site/accounts-bench.ts';
import { benchCheckout } from './site/checkout-bench.ts';
import { openStack } from './stack.ts';
import type { Goals } from './verdicts.ts';

const USAGE = `usage: npm run bench -- news|catalog [--json FILE] [--reference URL] [--seconds N]
       npm run bench -- accounts|checkout [--json FILE] [--seconds N] [--rate N]

  news, catalog: measures the requests of the news pages or of the catalogue through the gateway, and compares them with
  their bounds on this machine.
  accounts: logins, and reads beside them, of the demo site that runs (npm start).
  checkout: purchases at a constant rate in the site that runs.
  --json FILE       writes every figure there too
  --reference URL   a running Strapi 4 with these content types, to be measured in the same run
  --seconds N       length of each measurement; 3 by default, of accounts 20, of checkout 300
  --rate N          purchases a second, 10 by default`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    reference: { type: 'string' },
    seconds: { type: 'string' },
    rate: { type: 'string', default: '10' },
  },
});
const DEFAULT_SECONDS: Readonly<Record<string, number>> = {
  news: 3,
  catalog: 3,
  accounts: 20,
  checkout: 300,
};
const [subject = ''] = positionals;
const seconds = Number(values.seconds ?? DEFAULT_SECONDS[subject]);
if (positionals.length !== 1 || !(seconds >= 1) || !(Number(values.rate) > 0)) {
  console.error(USAGE);
  process.exit(2);
}

const reference = values.reference?.replace(/\/$/, '') ?? null;
if (reference !== null) {
  const isReachable = await fetch(`${reference}/_health`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable) {
    console.error(`no response from ${reference}/_health`);
    process.exit(2);
  }
}

const goals = JSON.parse(readFileSync(join(import.meta.dirname, 'goals.json'), 'utf8')) as Goals;
const machine = {
  processors: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  loadBefore: loadavg()[0] ?? 0,
};
const say = (line: string): void => console.error(line);
const started = performance.now();
say(
  `${machine.processors} × ${machine.model}, load ${machine.loadBefore.toFixed(1)} before: the load generator runs here too`,
);

type Options = Parameters<typeof runNewsBench>[0];

async function news(options: Options) {
  const result = await runNewsBench(options);
  const verdicts = judge(result, goals);
  return { result, verdicts, lines: reportLines(result, verdicts), failures: failuresIn(result) };
}

async function catalog(options: Options) {
  const result = await runCatalogBench(options);
  const verdicts = judgeCatalog(result, goals);
  return { result, verdicts, lines: catalogLines(result, verdicts), failures: catalogFailures(result) };
}

interface Report {
  lines: readonly string[];
  failures: number;
  figures: object;
  areGoalsMet?: boolean;
}

function report({ lines, failures, figures, areGoalsMet = true }: Report): void {
  console.log(lines.join('\n'));
  const tookSeconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${failures} requests failed; ${tookSeconds} s`);
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify({ at: new Date().toISOString(), machine, seconds: tookSeconds, failures, ...figures }, undefined, 2)}\n`,
    );
  process.exitCode = failures === 0 && areGoalsMet ? 0 : 1;
}

/** Benchmarks a site that runs already. */
async function benchSite(): Promise<void> {
  const site = await findSite({ ...process.env, DATA_DIR: dataDirOf(process.env) });
  report(
    subject === 'accounts'
      ? await benchAccounts(site, seconds)
      : await benchCheckout(site, { perSecond: Number(values.rate), seconds }),
  );
}

async function benchReads(): Promise<void> {
  const stack = await openStack(resolve(import.meta.dirname, '../../.engines'));
  const interrupted = (): void =>
    void stack.close().then(
      () => process.exit(130),
      () => process.exit(130),
    );
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const options = { stack, reference, seconds, say };
    const { result, verdicts, lines, failures } =
      subject === 'news' ? await news(options) : await catalog(options);
    report({ lines, failures, figures: { verdicts, ...result } });
  } finally {
    await stack.close();
  }
}

await (subject === 'news' || subject === 'catalog' ? benchReads() : benchSite());
