import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { openAs } from './as-member.ts';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { generatedCatalogue } from './generated-catalogue.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';

// Nothing moves under a finger: the second click of a double click reaches the button of the first, whose request is pending.

const WIDTHS = [360, 768, 1440];
const MEMBER = 4;
const BATCH = 'b'.repeat(32);

interface Case {
  name: string;
  path: string;
  /** Name of the button, within `inside`. */
  button: string | RegExp;
  inside?: 'main' | 'contentinfo';
  /** Matches the request that the button starts. */
  request: RegExp;
  asMember?: boolean;
  prepare?: (page: Page) => Promise<void>;
}

const fill = (values: Record<string, string>) => async (page: Page) => {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('main').getByLabel(label, { exact: true }).first().fill(value);
};
const ADDRESS = {
  Name: 'Asha Rao',
  Phone: '9876543210',
  Email: 'asha@rao.example',
  Address: '12 Court Road',
  Pincode: '682001',
  City: 'Kochi',
};
const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

const CASES: readonly Case[] = [
  {
    name: 'Add to Cart',
    path: '/catalogs/books/1/the-working-code',
    button: 'Add to Cart',
    request: /\/api\/carts$/,
  },
  { name: 'one copy more', path: '/cart', button: 'One copy more', request: /\/api\/carts\/1$/ },
  { name: 'Delete', path: '/cart', button: /^Delete/, request: /\/api\/carts\/1/ },
  {
    name: 'Proceed to Buy',
    path: '/cart',
    button: 'Proceed to Buy',
    request: /\/payment\/checkout$/,
    prepare: fill(ADDRESS),
  },
  {
    name: 'log in',
    path: '/login',
    button: 'Log in',
    request: /\/auth\/local$/,
    prepare: fill({ 'Email Id': 'asha@rao.example', Password: 'secret-1' }),
  },
  {
    name: 'the link for a new password',
    path: '/forgot-password',
    button: /send|reset/i,
    request: /\/api\/users\?|forgot-password$/,
    prepare: fill({ Email: 'asha@rao.example' }),
  },
  {
    name: 'a message to the desk',
    path: '/contact',
    button: 'Send',
    request: /\/api\/email$/,
    prepare: fill({ Name: 'Asha', Email: 'asha@rao.example', Subject: 'Correction', Message: 'Line two.' }),
  },
  {
    name: 'the newsletter',
    path: '/about',
    button: 'Subscribe',
    inside: 'contentinfo',
    request: /local\/register$/,
    prepare: async (page) =>
      page.getByRole('contentinfo').getByLabel('Get our newsletter').fill('asha@rao.example'),
  },
  {
    name: 'the confirmation of a subscription',
    path: '/confirm?subscriber=1&key=k',
    button: 'Confirm subscription',
    request: /\/api\/.*confirm/,
  },
  {
    name: 'the confirmation of an address',
    path: '/confirm-email?confirmation=c',
    button: 'Confirm email address',
    request: /confirm/,
  },
  {
    name: 'an order by its number',
    path: '/order-status',
    button: 'Show my order',
    request: /\/order-status$/,
    prepare: async (page) => {
      const [number, email] = await page.getByRole('main').getByRole('textbox').all();
      await number?.fill('PO-1');
      await email?.fill('asha@rao.example');
    },
  },
  {
    name: 'the names of an account',
    path: '/account',
    button: 'Save',
    request: /\/api\/users\/7$/,
    asMember: true,
    prepare: press('Edit profile'),
  },
  {
    name: 'the end of other sessions',
    path: '/account',
    button: 'End all others',
    request: /\/auth\/sessions/,
    asMember: true,
  },
];

let browser: Browser;
let site: GeneratedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  const content = generatedSite();
  site = await startGeneratedSite(content, generatedCatalogue(content));
});
afterAll(() => Promise.all([browser.close(), site.close()]));

const CART = {
  data: [
    {
      id: 1,
      attributes: {
        Quantity: 2,
        Batch_id: BATCH,
        catalog_books: { data: { id: 1, attributes: { Title: 'The Working Code', Price: 295 } } },
      },
    },
  ],
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
};

/** Holds back the responses to a button's requests. */
async function holdBack(context: BrowserContext, wanted: RegExp) {
  const held: Route[] = [];
  const isWanted = (route: Route): boolean =>
    wanted.test(route.request().url()) &&
    (route.request().method() !== 'GET' || wanted.source.includes('users'));
  await context.route('**/api/**', async (route) => {
    if (isWanted(route)) held.push(route);
    else await route.fallback();
  });
  return {
    count: () => held.length,
    fail: async () => {
      for (const route of held.splice(0))
        await route.fulfill({
          status: 500,
          json: { data: null, error: { status: 500, message: 'try again' } },
        });
    },
  };
}

/** Counts clicks that reach something else than the button. */
async function watchClicks(button: Locator): Promise<void> {
  await button.evaluate((element) => {
    const page = window as unknown as { clicks: string[] };
    page.clicks = [];
    addEventListener(
      'click',
      ({ target }) => {
        const isOwn = target instanceof Node && element.contains(target);
        page.clicks.push(isOwn ? 'button' : (target as Element).outerHTML.slice(0, 120));
      },
      true,
    );
  });
}
const clicksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { clicks: string[] }).clicks);

/** Place and size once two frames have been painted. */
const placeOf = (button: Locator) =>
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

/** Clicks, and again at the same place while the response is outstanding. */
async function clickTwice(page: Page, button: Locator, count: () => number) {
  await button.scrollIntoViewIfNeeded();
  const before = await placeOf(button);
  const [x = 0, y = 0, width = 0, height = 0] = before;
  // Near the right edge: a button that shrinks leaves it.
  const point = [x + width - 3, y + height / 2] as const;
  await page.mouse.click(...point);
  await expect.poll(count).toBe(1);
  const during = await placeOf(button);
  await page.mouse.click(...point);
  const after = await placeOf(button);
  return { before, during, after, requests: count(), clicks: await clicksOf(page) };
}

async function open({ path, asMember = false }: Case, width: number) {
  const visited = asMember
    ? await openAs(browser, site.url, MEMBER, '/about')
    : await visit(browser, { site: site.url, width });
  const { page, context } = visited;
  await page.setViewportSize({ width, height: 900 });
  if (path === '/cart') {
    await context.addInitScript((batch) => localStorage.setItem('vidhi.cart', batch), BATCH);
    await context.route('**/api/carts?*', (route) => route.fulfill({ json: CART }));
  }
  await page.goto(path);
  await hydrated(page);
  return visited;
}

it.each(CASES.flatMap((one) => WIDTHS.map((width) => ({ ...one, width }))))(
  'neither $name at $width px nor what is beside it moves while it works, in the first try and in the second',
  async ({ width, ...one }) => {
    const { page, context, close } = await open(one, width);
    const button = page
      .getByRole(one.inside ?? 'main')
      .getByRole('button', { name: one.button })
      .first();
    await one.prepare?.(page);
    await button.waitFor();
    const held = await holdBack(context, one.request);
    await watchClicks(button);
    for (const attempt of [1, 2]) {
      const { before, during, after, requests, clicks } = await clickTwice(page, button, held.count);
      expect([during, after]).toEqual([before, before]);
      expect([requests, clicks]).toEqual([1, Array.from({ length: 2 * attempt }, () => 'button')]);
      await held.fail();
      await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
    }
    await close();
  },
);
