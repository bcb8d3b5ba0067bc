import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { launchBrowser } from './browser.ts';
import { timeKeys, withLongArticle, type KeyFigures } from './console-editor.ts';
import { timeBulkTag, type JobFigures } from './console-jobs.ts';
import { timeLists, timeSelection, type ListFigures, type SelectionFigures } from './console-lists.ts';
import {
  inspectPage,
  menuPaths,
  timeNavigation,
  type NavigationFigures,
  type PageFigures,
} from './console-pages.ts';
import { openSite } from './console-site.ts';
import { logIn } from './log-in.ts';
import { atMost, countsOf, tableOf, type Verdict } from './verdicts.ts';

const USAGE = `usage: npm run console:audit [-- --json FILE] [--url URL] [--only PART,…]

  Measures the console of a running site with the demo's accounts, as its administrator. It creates a draft and a tag, changes up to
  500 articles by a job, and undoes and removes that again: for sites of tests.
  --json FILE    writes every figure there too
  --url URL      the site, http://127.0.0.1:8080 by default
  --only PART,…  pages, navigation, lists, selection, editor, job; all by default`;

const PARTS = ['pages', 'navigation', 'lists', 'selection', 'editor', 'job'] as const;
type Part = (typeof PARTS)[number];

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    only: { type: 'string', default: PARTS.join(',') },
  },
});
const only = values.only.split(',');
if (!only.every((part) => PARTS.some((known) => known === part))) {
  console.error(USAGE);
  process.exit(2);
}
const say = (line: string): void => console.error(line);

interface Figures {
  machine: { processors: number; model: string; loadBefore: number };
  pages?: PageFigures[];
  navigation?: NavigationFigures;
  lists?: ListFigures;
  selection?: SelectionFigures[];
  /** By how many times the processor was slowed down. */
  editor?: Record<'1' | '4', KeyFigures>;
  job?: JobFigures;
}

const figures: Figures = {
  machine: { processors: cpus().length, model: cpus()[0]?.model ?? '', loadBefore: loadavg()[0] ?? 0 },
};
say(
  `${figures.machine.processors} processors, load ${figures.machine.loadBefore.toFixed(1)} before; everything runs here`,
);

const site = await openSite(values.url.replace(/\/$/, ''));
const browser = await launchBrowser({ onSignal: 'leave' });
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    ending.abort();
    // Every step with a page fails then, and what was created is removed.
    void browser.close();
  });
/** Returns whether a part is wanted; throws after a signal. */
function isWanted(part: Part): boolean {
  ending.signal.throwIfAborted();
  return only.includes(part);
}
try {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await logIn(context, site.url, 'administrator');
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  if (isWanted('pages')) {
    figures.pages = [];
    for (const path of await menuPaths(page, site.url)) {
      say(path);
      figures.pages.push(await inspectPage(context, site.url, path));
    }
  }
  if (isWanted('navigation')) figures.navigation = await timeNavigation(page, site.url);
  if (isWanted('lists')) figures.lists = await timeLists(site);
  if (isWanted('selection')) figures.selection = await timeSelection(page, site);
  if (isWanted('editor'))
    figures.editor = await withLongArticle(site, async (id) => ({
      1: await timeKeys(page, site, id, 1),
      4: await timeKeys(page, site, id, 4),
    }));
  if (isWanted('job')) figures.job = await timeBulkTag(site, { signal: ending.signal });
} finally {
  await browser.close();
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

function verdictsOf({ pages, navigation, lists, selection, editor, job }: Figures): Verdict[] {
  const verdicts: Verdict[] = [];
  if (navigation !== undefined)
    verdicts.push(
      atMost('2 next page of the console: heading', navigation.heading, 200, ' ms'),
      atMost('2 next page of the console: data', navigation.data, 500, ' ms'),
    );
  if (pages !== undefined)
    verdicts.push(
      atMost('3 scripts of the largest page', Math.max(...pages.map(({ scripts }) => scripts)), 420, ' KB'),
      atMost('15 axe violations', sum(pages.map(({ axe }) => axe.length)), 0),
      atMost('15 pages that scroll sideways', sum(pages.map(({ sideways }) => sideways.length)), 0),
      atMost('16 errors and violations of the policy', sum(pages.map(({ problems }) => problems.length)), 0),
    );
  if (editor !== undefined) {
    verdicts.push(
      atMost('5 key in 10,000 words, processor time of the page', editor['1'].keyWork, 12.5, ' ms'),
    );
    for (const [slowdown, openMs, medianMs, longMs] of [
      ['1', 700, 16, 50],
      ['4', 2_000, 50, 120],
    ] as const) {
      const { open, keyMedian, key95 } = editor[slowdown];
      verdicts.push(
        atMost(`4 opening 10,000 words, processor 1/${slowdown}`, open, openMs, ' ms'),
        atMost(`5 key in 10,000 words, processor 1/${slowdown}, median`, keyMedian, medianMs, ' ms'),
        atMost(`5 key in 10,000 words, processor 1/${slowdown}, p95`, key95, longMs, ' ms'),
      );
    }
  }
  for (const [name, time] of Object.entries(lists?.responses ?? {}))
    verdicts.push(atMost(`8 list of ${lists?.articles} articles, ${name}, p95`, time, 150, ' ms'));
  for (const { list, rows, tick, selectAll } of selection ?? [])
    verdicts.push(
      atMost(`9 ${list}: tick of a row of ${rows}`, tick, 50, ' ms'),
      atMost(`9 ${list}: all that match`, selectAll, 50, ' ms'),
    );
  if (job !== undefined)
    verdicts.push(
      atMost(`10 tag of ${job.rows} articles`, job.seconds, 10, ' s'),
      atMost(`10 undo of ${job.rows} articles`, job.undoSeconds, 10, ' s'),
      atMost('10 readers meanwhile, p95 divided by that before', job.readersRatio, 1.1),
    );
  return verdicts;
}

const verdicts = verdictsOf(figures);
for (const { path, axe, sideways, problems } of figures.pages ?? [])
  for (const line of [...axe, ...sideways, ...problems]) say(`${path}: ${line}`);
console.log(tableOf(verdicts));
console.log(countsOf(verdicts));
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ ...figures, verdicts }, null, 2)}\n`);
