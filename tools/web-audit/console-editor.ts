import { setTimeout as sleep } from 'node:timers/promises';
import type { OneBody } from '@vidhi/collections/all.ts';
import type { Page } from 'playwright-core';
import { quantile, type ConsoleSite } from './console-site.ts';

export interface KeyFigures {
  /** From the data to the text on the page, in milliseconds. */
  open: number;
  /** From a key in the middle of the text to the frame after it, in milliseconds. */
  keyMedian: number | null;
  key95: number | null;
  /** Processor time that the thread of the page takes for a key, in milliseconds: other processes of the machine do not change it. */
  keyWork: number;
}

const WORDS = 10_000;
const KEYS = 100;
/** Twelve keys a second: faster ones would be measured waiting for those before. */
const KEY_EVERY_MS = 83;
const SENTENCE = 'The bench held that a hearing is not a courtesy but a part of the decision itself.';

/** An article of 10,000 words with headings and a table. */
function longText(): string {
  const perParagraph = 4;
  const count = Math.ceil(WORDS / (SENTENCE.split(' ').length * perParagraph));
  const parts = Array.from({ length: count }, (_, at) => {
    const heading = at % 8 === 0 ? `<h2>Part ${at / 8 + 1}</h2>` : '';
    return `${heading}<p>${Array.from({ length: perParagraph }, () => SENTENCE).join(' ')}</p>`;
  });
  return parts.join('');
}

/** Creates a draft of 10,000 words, and removes it after its use. */
export async function withLongArticle<Result>(
  { call }: ConsoleSite,
  use: (id: number) => Promise<Result>,
): Promise<Result> {
  const { data } = await call<OneBody<'post'>>('/api/posts', {
    body: {
      data: {
        title: 'An article of the audit',
        slug: `audit-${Date.now()}`,
        content: longText(),
        publishedAt: null,
      },
    },
  });
  try {
    return await use(data.id);
  } finally {
    await call(`/api/posts/${data.id}`, { method: 'DELETE' });
  }
}

/** Opens an article, and types in the middle of its text, with a slowed processor where `slowdown` is more than 1. */
export async function timeKeys(
  page: Page,
  site: ConsoleSite,
  article: number,
  slowdown: number,
): Promise<KeyFigures> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${site.url}/console/posts/${article}`);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.getByText('Part 1', { exact: true }).waitFor();
  const shownAt = await page.evaluate(() => performance.now());
  // The browser may add the entry of a response after the page has used it.
  const read = await page.waitForFunction((path) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries.find(({ name }) => new URL(name).pathname === path)?.responseEnd;
  }, `/api/posts/${article}`);
  const open = shownAt - ((await read.jsonValue()) ?? 0);
  const paragraphs = text.locator('p');
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async (): Promise<number> => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(globalThis, 'keyTimes', times);
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      { capture: true },
    );
  });
  const worked = await workedMs();
  const begunAt = performance.now();
  for (let count = 0; count < KEYS; count += 1) {
    await sleep(Math.max(0, begunAt + count * KEY_EVERY_MS - performance.now()));
    await page.keyboard.press('a');
  }
  await page.waitForFunction(
    (expected) => (Reflect.get(globalThis, 'keyTimes') as number[]).length >= expected,
    KEYS,
  );
  const keyWork = ((await workedMs()) - worked) / KEYS;
  const times = await page.evaluate(() => Reflect.get(globalThis, 'keyTimes') as number[]);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await protocol.detach();
  return { open, keyMedian: quantile(times, 0.5), key95: quantile(times, 0.95), keyWork };
}
