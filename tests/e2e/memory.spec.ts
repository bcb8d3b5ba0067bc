import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { openAs } from './as-member.ts';
import { findAddresses, type Addresses } from './page-paths.ts';
import { baseUrl, hydrated, idle, launchBrowser, visit, type Visit } from './browser.ts';
import { articleCards, categories, headlines, latestNews, openArticle, sidebar } from './page-parts.ts';

let browser: Browser;
let at: Addresses;

beforeAll(async () => {
  browser = await launchBrowser();
  at = await findAddresses();
});
afterAll(() => browser.close());

interface Sample {
  heap: number;
  listeners: number;
  nodes: number;
}

/** Heap, listeners and nodes of the tab after a forced garbage collection. */
async function collectAndMeasure(session: CDPSession): Promise<Sample> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const valueOf = (name: string): number => {
    const metric = metrics.find((one) => one.name === name);
    if (metric === undefined) throw new Error(`The browser has no metric ${name}`);
    return metric.value;
  };
  return {
    heap: valueOf('JSHeapUsedSize'),
    listeners: valueOf('JSEventListeners'),
    nodes: valueOf('Nodes'),
  };
}

const COLLECTIONS = 6;
const PAUSE_MS = 100;

/**
 * The sample with the smallest heap of several: work that the page has not finished keeps up to 200 KB more for a moment, on
 * a busy machine also after `idle`. What leaks is in all of them.
 */
async function measure(session: CDPSession): Promise<Sample> {
  let smallest = await collectAndMeasure(session);
  for (let more = 1; more < COLLECTIONS; more += 1) {
    await delay(PAUSE_MS);
    const sample = await collectAndMeasure(session);
    if (sample.heap < smallest.heap) smallest = sample;
  }
  return smallest;
}

type Step = (page: Page) => Promise<void>;

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const foot = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link', { name, exact: true });

/** Follows a link to an article and waits until it has rendered completely. */
async function readArticle(page: Page, link: Locator): Promise<void> {
  const title = await link.innerText();
  await link.click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save for later' }).waitFor();
}

/** Ten navigations by clicks and input, from the front page back to the front page. */
const ROUND: readonly Step[] = [
  async (page) => {
    await categories(page).getByRole('link').nth(1).click();
    await page.waitForURL('**/news/*');
    await articleCards(page).first().waitFor();
  },
  (page) => readArticle(page, headlines(articleCards(page)).first()),
  async (page) => {
    await page.goBack();
    await articleCards(page).first().waitFor();
  },
  async (page) => {
    await page.goForward();
    await openArticle(page).waitFor();
  },
  (page) => readArticle(page, headlines(sidebar(page)).first()),
  async (page) => {
    const field = page.getByLabel('Search News').first();
    await field.fill(at.articleTitle.slice(0, 20));
    await field.press('Enter');
    await page.waitForURL('**/search?q=*');
    await articleCards(page).first().waitFor();
  },
  (page) => readArticle(page, headlines(articleCards(page)).first()),
  async (page) => {
    const label = openArticle(page).getByRole('link').last();
    const name = await label.innerText();
    await label.click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await articleCards(page).first().waitFor();
  },
  async (page) => {
    await foot(page, 'About').click();
    await heading(page).filter({ hasText: 'About' }).waitFor();
  },
  async (page) => {
    await foot(page, 'Home').click();
    await latestNews(page).waitFor();
  },
];

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

const readProfile: Step = (page) => page.getByText('asha@rao.example').waitFor();
const readOrders: Step = (page) => page.getByText('No result found').waitFor();
const openProfile: Step = async (page) => {
  await tab(page, 'Profile Details').click();
  await readProfile(page);
};
const openOrders: Step = async (page) => {
  await tab(page, 'My Order').click();
  await readOrders(page);
};
const goBackTo =
  (read: Step): Step =>
  async (page) => {
    await page.goBack();
    await read(page);
  };
const goForwardTo =
  (read: Step): Step =>
  async (page) => {
    await page.goForward();
    await read(page);
  };

/** Ten navigations in an app document, from the orders back to the orders. */
const APP_ROUND: readonly Step[] = [
  openProfile,
  openOrders,
  goBackTo(readProfile),
  goForwardTo(readOrders),
  openProfile,
  goBackTo(readOrders),
  goForwardTo(readProfile),
  openOrders,
  openProfile,
  openOrders,
];

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** In the first two, the heap grows by 0.1 MB each, as the browser compiles the code. */
const WARM_UP = 3;
const ROUNDS = 11;
/**
 * Maximum growth of a round of ten navigations: a tenth of a page's nodes. The median counts, because Chromium keeps an
 * image that is removed while its source is being selected (`HTMLImageElement::ViewportChangeListener`), and with it the
 * page, which happens in single rounds on a busy machine.
 */
const MAX_GROWTH: Sample = { heap: 80_000, listeners: 1, nodes: 30 };

const CUSTOMER = 4;

/** Samples of a tab after each round, without those of the warm-up, and the documents that the rounds requested. */
async function sampleRounds(
  { page, context }: Visit,
  steps: readonly Step[],
): Promise<{ samples: Sample[]; documents: string[] }> {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url());
  });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const samples: Sample[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const step of steps) await step(page);
    await idle(page);
    if (round >= WARM_UP) samples.push(await measure(session));
  }
  return { samples, documents };
}

/** The samples when they grow by more than is allowed, else none. */
function leaking(samples: readonly Sample[]): readonly Sample[] {
  const grownBy = (name: keyof Sample): number =>
    median(samples.slice(1).map((sample, index) => sample[name] - (samples[index]?.[name] ?? 0)));
  const grown = { heap: grownBy('heap'), listeners: grownBy('listeners'), nodes: grownBy('nodes') };
  const excess = Object.entries(MAX_GROWTH).filter(([name, most]) => grown[name as keyof Sample] > most);
  return excess.length === 0 ? [] : samples;
}

async function openFrontPage(): Promise<Visit> {
  const visited = await visit(browser);
  await visited.page.goto('/');
  await hydrated(visited.page);
  return visited;
}

async function openOrdersOfCustomer(): Promise<Visit> {
  const visited = await openAs(browser, baseUrl(), CUSTOMER, '/account/orders');
  await readOrders(visited.page);
  return visited;
}

describe('one tab', () => {
  it.each([
    ['among reading pages', openFrontPage, ROUND],
    ['in an app document', openOrdersOfCustomer, APP_ROUND],
  ] as const)(
    'does not leak memory in a hundred navigations %s',
    async (_where, open, round) => {
      const visited = await open();
      const { samples, documents } = await sampleRounds(visited, round);
      expect(documents).toEqual([]);
      expect(visited.problems).toEqual([]);
      expect(leaking(samples)).toEqual([]);
      await visited.close();
    },
    600_000,
  );
});
