import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { respondList } from '@vidhi/content-engine';
import { WireError } from '@vidhi/contracts/errors.ts';
import { warmDeskReads } from '../../services/news/src/model/warm-reads.ts';
import { COST_SITES } from './cost/cost-sites.ts';
import { forgetResults, threadMs } from './cost/measure-request.ts';

const USAGE = `usage: npm run bench:desk-lists [-- --documents N] [--json FILE]

  Measures the processor time of each list of articles at the desk, by sort, filter, search and page, in the service's own model of
  a generated site, without HTTP. Nothing is cached between two requests. The exit code is 1 where one takes more than the goal.
  --documents N  posts; 100000 by default`;

/** Processor time that the service may take for a list, p95 in milliseconds; a search of titles may take twice as long. */
const GOAL_MS = 150;
const SEARCH_GOAL_MS = 300;
const RUNS = 40;
const SIZE = 25;
const ATTRIBUTES = [
  'title',
  'slug',
  'publishedAt',
  'stage',
  'publish_date',
  'updatedAt',
  'views_count',
  'trending',
];
const RELATIONS = ['categories', 'tags', 'user', 'guest_author'];
const PAGE = [
  'publicationState=preview',
  `pagination[pageSize]=${SIZE}`,
  ...ATTRIBUTES.map((name, at) => `fields[${at}]=${name}`),
  ...RELATIONS.map((name, at) => `populate[${at}]=${name}`),
].join('&');

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '100000' }, json: { type: 'string' } },
});
const documents = Number(values.documents);
if (!(documents >= SIZE)) {
  console.error(USAGE);
  process.exit(2);
}

/** Requests of the list of articles, as the console sends them. */
const LISTS: Readonly<Record<string, string>> = {
  'first page': 'sort[0]=updatedAt:desc',
  'by title': 'sort[0]=title:asc',
  'by publication': 'sort[0]=publishedAt:desc',
  'by views': 'sort[0]=views_count:desc',
  'last page': `sort[0]=updatedAt:desc&pagination[page]=${Math.ceil(documents / SIZE)}`,
  'last page by title': `sort[0]=title:asc&pagination[page]=${Math.ceil(documents / SIZE)}`,
  drafts: 'sort[0]=updatedAt:desc&filters[$and][0][publishedAt][$null]=true',
  category: 'sort[0]=updatedAt:desc&filters[$and][0][categories][id][$eq]=1',
  tag: 'sort[0]=updatedAt:desc&filters[$and][0][tags][id][$eq]=1',
  'in review': 'sort[0]=updatedAt:desc&filters[$and][0][stage][$eq]=in_review',
  'published in a period':
    'sort[0]=updatedAt:desc&filters[$and][0][publishedAt][$gte]=2024-01-01T00:00:00.000%2B05:30&filters[$and][1][publishedAt][$lte]=2024-12-31T23:59:59.999%2B05:30',
  trending: 'sort[0]=updatedAt:desc&filters[$and][0][trending][$eq]=true',
  'title search': ['title', 'slug']
    .map((name, at) => `filters[$and][0][$or][${at}][${name}][$search]=court`)
    .join('&'),
};

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0;

const directory = mkdtempSync(join(tmpdir(), 'desk-lists-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
const { model } = COST_SITES.news(documents, directory);
const warmFrom = { ms: threadMs(), bytes: process.memoryUsage().rss };
warmDeskReads(model);
console.error(
  `indexes of the desk: ${Math.round(threadMs() - warmFrom.ms)} ms, ${Math.round((process.memoryUsage().rss - warmFrom.bytes) / 2 ** 20)} MB`,
);
console.error(`${documents} articles, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);

interface Figure {
  name: string;
  /** Processor time of the first request, and of the later ones, in milliseconds. */
  first: number;
  median: number;
  p95: number;
  /** Requests that were rejected because they took too long. */
  failures: number;
  goal: number;
}
const isMissed = ({ p95, failures, goal }: Figure): boolean => p95 > goal || failures > 0;

function report(figure: Figure): void {
  const { name, first, median, p95, failures, goal } = figure;
  const [a, b, c] = [first, median, p95].map((ms) => ms.toFixed(1).padStart(7));
  const times = `first ${a}  median ${b}  p95 ${c} ms of ${goal}`;
  console.log(
    `${isMissed(figure) ? 'MISSED' : '      '} ${name.padEnd(22)} ${times}${failures > 0 ? `, ${failures} rejected` : ''}`,
  );
}

const figures = Object.entries(LISTS).map(([name, query]) => {
  const raw = `${PAGE}&${query}`;
  const times: number[] = [];
  let [first, failures] = [0, 0];
  for (let run = 0; run <= RUNS; run += 1) {
    forgetResults(model);
    const began = threadMs();
    try {
      respondList(model, 'post', raw, 'staff');
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      failures += 1;
    }
    const ms = threadMs() - began;
    if (run === 0) first = ms;
    else times.push(ms);
  }
  times.sort((a, b) => a - b);
  const goal = name.includes('search') ? SEARCH_GOAL_MS : GOAL_MS;
  const figure = { name, first, median: quantile(times, 0.5), p95: quantile(times, 0.95), failures, goal };
  report(figure);
  return figure;
});
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ documents, figures }, null, 2)}\n`);
process.exitCode = figures.some(isMissed) ? 1 : 0;
