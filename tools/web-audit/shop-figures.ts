import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { launchBrowser } from './browser.ts';
import { logIn } from './log-in.ts';

// `npm run web:shop-figures`: times of an import of books in the console of a running site with the demo, and of the export of its
// orders. The books are hidden, and the import is undone.

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    books: { type: 'string', default: '2000' },
    json: { type: 'string' },
  },
});
const site = values.url.replace(/\/$/, '');
const books = Number(values.books);
if (!Number.isInteger(books) || books < 1) throw new Error('--books must be a positive integer');

const STEP_MS = 900_000;
const ISBN_BODY_DIGITS = 12;
const PRICES = 200;

/** Returns an ISBN of this run. */
function isbnOf(index: number): string {
  const run = String(Math.floor(Date.now() / 60_000)).slice(-4);
  const body = `978${run}${String(index).padStart(5, '0')}`.slice(0, ISBN_BODY_DIGITS);
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return body + String((10 - (sum % 10)) % 10);
}
const FILE = [
  'title,isbn,price,discount,authors,publishers,hidden',
  ...Array.from(
    { length: books },
    (_, at) =>
      `Figures of the shop ${at},${isbnOf(at)},${300 + (at % PRICES)},10,A. Rao | B. Sen,Nyaya Press,yes`,
  ),
].join('\n');

/** Notes tasks of the page that last for more than 50 ms. */
function noteLongTasks(): void {
  const noted = globalThis as { longTasks?: number[] };
  noted.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longTasks?.push(Math.round(duration));
  }).observe({ type: 'longtask' });
}

interface Step {
  seconds: number;
  longestTaskMs: number;
}

/** Resolves with the time of a step, and the longest task of the page meanwhile: below 50 ms it is 0. */
async function timed(page: Page, act: () => Promise<unknown>): Promise<Step> {
  await page.evaluate(() => void ((globalThis as { longTasks?: number[] }).longTasks = []));
  const startedAt = performance.now();
  await act();
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const tasks = await page.evaluate(() => (globalThis as { longTasks?: number[] }).longTasks ?? []);
  return { seconds, longestTaskMs: Math.max(0, ...tasks) };
}

async function measureImport() {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1_200, height: 800 } });
    await context.addInitScript(noteLongTasks);
    await logIn(context, site, 'administrator');
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    await page.goto(`${site}/console/books/import`);
    const field = page.getByLabel('CSV file');
    const name = `figures-${Date.now()}.csv`;
    const dryRun = await timed(page, async () => {
      await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(FILE) });
      await page.getByRole('heading', { name: `Preview of ${name}` }).waitFor();
    });
    const run = await timed(page, async () => {
      await page.getByRole('button', { name: `Import ${books} books` }).click();
      await page.getByRole('heading', { name: 'Result' }).waitFor();
    });
    const result = await page.getByText(/^\d+ of \d+ rows: /).textContent();
    const undo = await timed(page, async () => {
      await page.getByRole('button', { name: `Undo ${name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
      await page.getByText(`${books} undone.`, { exact: true }).waitFor();
    });
    return { result, dryRun, run, undo };
  } finally {
    await browser.close();
  }
}

/** Exports every order: time to the first byte, and to the last. */
async function measureExport() {
  const administrator = DEMO_STAFF.find(({ role }) => role === 'administrator');
  const session = await fetch(`${site}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: administrator?.email, password: administrator?.password }),
  });
  const { jwt } = (await session.json()) as { jwt: string };
  const startedAt = performance.now();
  const response = await fetch(`${site}/api/purchases.csv`, { headers: { authorization: `Bearer ${jwt}` } });
  if (!response.ok || response.body === null) throw new Error(`the export responded ${response.status}`);
  let firstByteMs = 0;
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body) {
    if (firstByteMs === 0) firstByteMs = Math.round(performance.now() - startedAt);
    text += decoder.decode(part as Uint8Array, { stream: true });
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { orders: Math.max(0, text.trimEnd().split('\n').length - 1), firstByteMs, seconds };
}

const load = loadavg()[0] ?? 0;
const imported = await measureImport();
const exported = await measureExport();
const { dryRun, run, undo } = imported;
for (const [step, { seconds, longestTaskMs }, goal] of [
  ['preview', dryRun, 'goal 5 s'],
  ['import', run, 'goal 60 s'],
  ['undo', undo, ''],
] as const)
  console.log(
    `${step} of ${books} books: ${seconds} s${goal === '' ? '' : ` (${goal})`}, longest task of the page ${longestTaskMs} ms`,
  );
console.log(`result: ${imported.result}`);
console.log(
  `export of ${exported.orders} orders: first byte after ${exported.firstByteMs} ms (goal 1000 ms), ${exported.seconds} s`,
);
console.log(`load of the machine before: ${load.toFixed(1)} on ${cpus().length} processors`);
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ at: new Date().toISOString(), processors: cpus().length, load, books, imported, exported }, undefined, 2)}\n`,
  );
