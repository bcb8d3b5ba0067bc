import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { logIn, type AuditRole } from './log-in.ts';

/** A phone that computes four times as slowly as this machine, on slow 4G. */
const CPU_RATE = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const PHONE = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };
const LOAD_MS = 60_000;
const CLICK_MS = 5_000;
const KEY_MS = 120;
/** The longest frame after an interaction, and the report about it. */
const SETTLE_MS = 700;
/** A page of so many interactions may have one that is slower than its INP. */
const INTERACTIONS_PER_OUTLIER = 50;
const MAX_FIELDS = 6;
const MAX_BUTTONS = 4;
const TYPED = 'bail order';

interface Observed {
  /** Duration of each interaction that took 16 ms or longer, by its id. */
  auditInteractions?: Record<number, number>;
  /** Milliseconds from the click on Add to Cart until the cart could be used. */
  auditUsableMs?: number;
}

/** Runs in the page before its scripts. */
function observe(): void {
  const page = window as unknown as Observed;
  const interactions: Record<number, number> = {};
  page.auditInteractions = interactions;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const { interactionId = 0, duration } = entry;
      if (interactionId > 0)
        interactions[interactionId] = Math.max(interactions[interactionId] ?? 0, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Runs in the page before its scripts: waits for the cart after a click that another document has stored. */
function observeCart(): void {
  addEventListener(
    'click',
    ({ target }) => {
      const { textContent = '' } = (target as Element).closest('button') ?? {};
      if (textContent?.includes('Add to Cart')) sessionStorage.setItem('audit-click', String(Date.now()));
    },
    true,
  );
  const check = (): void => {
    const clicked = Number(sessionStorage.getItem('audit-click') ?? 0);
    // It is part of no document: scripts render it when they have the cart.
    const buttons = [...document.querySelectorAll('main button')];
    const isUsable = buttons.some(
      (button) => button.textContent.includes('Proceed to Buy') && button.getClientRects().length > 0,
    );
    if (clicked > 0 && isUsable) (window as unknown as Observed).auditUsableMs = Date.now() - clicked;
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** Returns the interaction to next paint of a page from the durations of its slow interactions; 0 where none was slow. */
export function inpOf(durations: readonly number[], interactions: number): number {
  const slowestFirst = durations.toSorted((a, b) => b - a);
  const outliers = Math.floor(interactions / INTERACTIONS_PER_OUTLIER);
  return slowestFirst[Math.min(outliers, slowestFirst.length - 1)] ?? 0;
}

async function openSlowly(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(LOAD_MS);
  await page.addInitScript(observe);
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', SLOW_4G);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
  await page.goto(url, { waitUntil: 'networkidle' });
  return page;
}

/** Performs an action on the first visible elements; on none of those that something else covers. */
async function onEach(elements: Locator, limit: number, act: (element: Locator) => Promise<void>) {
  const count = await elements.count();
  let done = 0;
  for (let at = 0; at < count && done < limit; at += 1) {
    const element = elements.nth(at);
    if (!(await element.isVisible()) || !(await element.isEnabled())) continue;
    const isClicked = await element.click({ timeout: CLICK_MS }).then(
      () => true,
      () => false,
    );
    if (!isClicked) continue;
    await act(element);
    done += 1;
  }
}

const FIELDS =
  'input:is([type="text"], [type="search"], [type="email"], [type="tel"], [type="password"], :not([type])), textarea';
const OPENERS = 'button[popovertarget], button[aria-expanded], summary, [role="tab"]';

/** Types into the first fields of a page, and presses the first buttons that open or choose a part of it. */
async function interact(page: Page): Promise<void> {
  await onEach(page.locator(FIELDS), MAX_FIELDS, async () => {
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    await page.waitForTimeout(SETTLE_MS);
    await page.keyboard.press('Escape');
  });
  await onEach(page.locator(OPENERS), MAX_BUTTONS, async () => {
    await page.waitForTimeout(SETTLE_MS);
    await page.keyboard.press('Escape');
  });
  await page.waitForTimeout(SETTLE_MS);
}

const readInp = async (page: Page): Promise<number> => {
  const { durations, count } = await page.evaluate(() => ({
    durations: Object.values((window as unknown as Observed).auditInteractions ?? {}),
    count: (performance as Performance & { interactionCount?: number }).interactionCount ?? 0,
  }));
  return inpOf(durations, count);
};

/** Resolves with the INP of a page on a slow phone. */
export async function measureInp(
  browser: Browser,
  { url, role }: { url: string; role?: AuditRole | undefined },
): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    if (role !== undefined) await logIn(context, new URL(url).origin, role);
    const page = await openSlowly(context, url);
    await interact(page);
    return await readInp(page);
  } finally {
    await context.close();
  }
}

export interface CartFigures {
  /** Median time from Add to Cart on the page of a book until the cart can be used. */
  usableMs: number;
  usableRangeMs: [number, number];
  /** INP of the cart while the address is typed. */
  inpMs: number;
}

/** Puts a book into new carts on a slow phone, and types the address of the last one. */
export async function measureCart(browser: Browser, bookUrl: string, runs: number): Promise<CartFigures> {
  const times: number[] = [];
  let inpMs = 0;
  for (let run = 1; run <= runs; run += 1) {
    const context = await browser.newContext(PHONE);
    try {
      await context.addInitScript(observeCart);
      const page = await openSlowly(context, bookUrl);
      await page.getByRole('button', { name: 'Add to Cart' }).first().click();
      const usable = await page.waitForFunction(() => (window as unknown as Observed).auditUsableMs);
      times.push(Number(await usable.jsonValue()));
      if (run < runs) continue;
      await page.waitForLoadState('networkidle');
      await interact(page);
      inpMs = await readInp(page);
    } finally {
      await context.close();
    }
  }
  times.sort((a, b) => a - b);
  return {
    usableMs: times[Math.floor(times.length / 2)] ?? 0,
    usableRangeMs: [times[0] ?? 0, times.at(-1) ?? 0],
    inpMs,
  };
}
