import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContext, ElementHandle, Page, Route } from 'playwright-core';
import { visitAs } from './as-member.ts';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { generatedCatalogue } from './generated-catalogue.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';
import { CLICK_CASES, type ClickCase } from './second-click-cases.ts';

// Nothing moves under a finger: the second click of a double click reaches the button of the first, whose request is
// outstanding, whatever time it takes; and the button stays where it is when the message of a failure appears.

const WIDTHS = [360, 768, 1440];
/** High enough that no message has to be scrolled into view. */
const HEIGHT = 2400;
const MEMBER = 4;

/** The element itself: its name changes while it works. */
type Button = ElementHandle<SVGElement | HTMLElement>;

let browser: Browser;
let site: GeneratedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  const content = generatedSite();
  site = await startGeneratedSite(content, generatedCatalogue(content));
});
afterAll(() => Promise.all([browser.close(), site.close()]));

/** Holds back the responses to a button's requests. */
async function holdBack(context: BrowserContext, wanted: RegExp) {
  const held: Route[] = [];
  const isWanted = (route: Route): boolean => {
    const request = route.request();
    return wanted.test(`${request.method()} ${new URL(request.url()).pathname}`);
  };
  await context.route('**/api/**', async (route) => {
    if (isWanted(route)) held.push(route);
    else await route.fallback();
  });
  return {
    count: () => held.length,
    fail: async () => {
      const json = { data: null, error: { status: 500, message: 'it failed' } };
      for (const route of held.splice(0)) await route.fulfill({ status: 500, json });
    },
  };
}

/** Records what clicks reach: the button, or the markup of something else. */
async function watchClicks(button: Button): Promise<void> {
  await button.evaluate((element) => {
    const page = window as unknown as { clicks: string[] };
    page.clicks = [];
    const record = ({ target }: MouseEvent): void => {
      const isOwn = target instanceof Node && element.contains(target);
      page.clicks.push(isOwn ? 'button' : (target as Element).outerHTML.slice(0, 120));
    };
    addEventListener('click', record, true);
  });
}
const takeClicks = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { clicks: string[] }).clicks.splice(0));

/** Place and size once two frames have been painted. */
const placeOf = (button: Button) =>
  button.evaluate(
    (element) =>
      new Promise<number[]>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const { x, y, width, height } = element.getBoundingClientRect();
            resolve([x, y, width, height].map(Math.round));
          }),
        ),
      ),
  );

/** Clicks near the right edge, which a button that shrinks leaves, and again at this place before the response. */
async function clickTwice(page: Page, button: Button, count: () => number) {
  const before = await placeOf(button);
  const [x = 0, y = 0, width = 0, height = 0] = before;
  const point = [x + width - 3, y + height / 2] as const;
  await page.mouse.click(...point);
  await expect.poll(count).toBeGreaterThan(0);
  const [during, requests] = [await placeOf(button), count()];
  await page.mouse.click(...point);
  expect({ after: await placeOf(button), requests: count() }).toEqual({ after: during, requests });
  return { before, during, clicks: await takeClicks(page) };
}

async function open({ path, isMember = false, arrange }: ClickCase) {
  const visited = isMember
    ? await visitAs(browser, site.url, MEMBER)
    : await visit(browser, { site: site.url });
  const { page, context } = visited;
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT });
  await arrange?.(context);
  await page.goto(path);
  await hydrated(page);
  return visited;
}

it.each(CLICK_CASES)(
  'the button for $name neither moves nor changes size while it works, nor when it has failed',
  async (one) => {
    const { page, context, close } = await open(one);
    await one.prepare?.(page);
    const button = await page
      .getByRole(one.inside ?? 'main')
      .getByRole('button', { name: one.button })
      .first()
      .elementHandle();
    if (button === null) throw new Error(`no button ${String(one.button)}`);
    const held = await holdBack(context, one.request);
    await watchClicks(button);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await button.scrollIntoViewIfNeeded();
      const { before, during, clicks } = await clickTwice(page, button, held.count);
      await held.fail();
      await page.getByText(one.says).first().waitFor();
      await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
      expect({ width, clicks, during, failed: await placeOf(button) }).toEqual({
        width,
        clicks: ['button', 'button'],
        during: before,
        failed: before,
      });
    }
    await close();
  },
);
