import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { catalogFailures, catalogLines, judgeCatalog, runCatalogBench } from './catalog/catalog-bench.ts';
import { runNewsBench } from './news/news-bench.ts';
import { reportLines } from './news/report.ts';
import { failuresIn, judge } from './news/verdicts.ts';
import { openStack } from './stack.ts';
import type { Goals } from './verdicts.ts';

const USAGE = `usage: npm run bench -- news|catalog [--json FILE] [--reference URL] [--seconds N]

  Measures the calls of the news pages or of the catalogue through the gateway, beside what bounds them, on this machine.
  --json FILE       writes every figure there too
  --reference URL   a living Strapi 4 with these content types, to be measured in the same run
  --seconds N       length of each measurement, 3 by default`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    reference: { type: 'string' },
    seconds: { type: 'string', default: '3' },
  },
});
if (
  positionals.length !== 1 ||
  !['news', 'catalog'].includes(positionals[0] ?? '') ||
  !(Number(values.seconds) >= 1)
) {
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

const stack = await openStack(resolve(import.meta.dirname, '../../.engines'));
const interrupted = (): void =>
  void stack.close().then(
    () => process.exit(130),
    () => process.exit(130),
  );
process.once('SIGINT', interrupted);
process.once('SIGTERM', interrupted);
try {
  const options = {
    stack,
    reference,
    seconds: Number(values.seconds),
    say,
  };
  const { result, verdicts, lines, failures } =
    positionals[0] === 'news' ? await news(options) : await catalog(options);
  console.log(lines.join('\n'));
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${failures} requests failed; ${seconds} s`);
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify({ at: new Date().toISOString(), machine, seconds, failures, verdicts, ...result }, undefined, 2)}\n`,
    );
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  await stack.close();
}
