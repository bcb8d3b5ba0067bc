import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAs } from './as-member.ts';
import { hydrated, launchBrowser, settled, type Visit } from './browser.ts';
import { generatedSite, startGeneratedSite, type GeneratedSite } from './generated-site.ts';
import { bookList, headlines, latestNews, openArticle } from './page-parts.ts';
import { findAddresses } from './page-paths.ts';
import { addToCart, fillAddress, firstBooks, modal, proceed, uniqueEmail, visitShop } from './shop.ts';

// Strings become HTML and scripts through the policies that the web server names, and no other way.

let browser: Browser;
let site: GeneratedSite;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startGeneratedSite(generatedSite());
});
afterAll(() => Promise.all([browser.close(), site.close()]));

/** Assigns strings to what takes HTML or scripts, in the page; returns those that the browser accepted. */
const acceptedSinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sinks: Record<string, () => unknown> = {
      innerHTML: () => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' }),
      outerHTML: () => {
        const [parent, child] = [document.createElement('div'), document.createElement('b')];
        parent.append(child);
        child.outerHTML = '<i>x</i>';
      },
      insertAdjacentHTML: () => document.createElement('div').insertAdjacentHTML('beforeend', '<b>x</b>'),
      srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: '<b>x</b>' }),
      parseFromString: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      createContextualFragment: () => document.createRange().createContextualFragment('<b>x</b>'),
      write: () => document.write('<b>x</b>'),
      'text of a script': () => Object.assign(document.createElement('script'), { text: '1' }),
      'address of a script': () => Object.assign(document.createElement('script'), { src: '/assets/x.js' }),
      worker: () => new Worker('/assets/x.js'),
      'a policy of its own': () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('another', { createHTML: (html: string) => html }),
    };
    return Object.entries(sinks).flatMap(([name, assign]) => {
      try {
        assign();
        return [name];
      } catch (error) {
        return error instanceof TypeError ? [] : [`${name}: ${String(error)}`];
      }
    });
  });

/** Opens pages by links of the app where it can, so that React creates their elements; the server has rendered the first only. */
async function walkReadingPages({ page }: Visit): Promise<void> {
  const addresses = await findAddresses();
  await page.goto('/');
  await settled(page);
  await headlines(latestNews(page)).first().click();
  await openArticle(page).locator('.prose').waitFor();
  for (const path of [
    addresses.article,
    addresses.longList,
    addresses.tag,
    '/about',
    '/contact',
    '/saved',
    '/catalogs/books',
    '/catalogs/lawyers',
    '/no-such-page',
  ]) {
    await page.goto(path);
    await settled(page);
  }
}

describe('no page violates the policy', () => {
  it('of reading', async () => {
    const visited = await visitShop(browser);
    await walkReadingPages(visited);
    // The failed request of the page that does not exist.
    expect(visited.problems.filter((problem) => !problem.includes('/no-such-page'))).toEqual([]);
    await visited.close();
  });

  it('of a book that React shows, whose JSON-LD states that it is sold out', async () => {
    const { page, context, problems, close } = await visitShop(browser);
    await context.route('**/api/book-availability?*', async (route) => {
      const id = Number(new URL(route.request().url()).searchParams.get('ids'));
      await route.fulfill({ json: { data: [{ id, available: false }] } });
    });
    await page.goto('/catalogs/books');
    await settled(page);
    await headlines(bookList(page)).first().click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('script[type="application/ld+json"]')].some((script) =>
        script.textContent.includes('schema.org/OutOfStock'),
      ),
    );
    expect(problems).toEqual([]);
    await close();
  });

  it('of the cart, the dialog of the card provider, and a purchase of one book', async () => {
    const { page, problems, close } = await visitShop(browser);
    const [book] = await firstBooks(1);
    if (book === undefined) throw new Error('the demo has no book');
    await addToCart(page, book);
    // A document of its own, with the policy of payments.
    await page.goto('/cart');
    await hydrated(page);
    await fillAddress(page, uniqueEmail());
    expect(await acceptedSinks(page)).toEqual([]);
    await proceed(page);
    await modal(page).getByLabel('Card number').waitFor();
    await page.goto(`/payment/books/${book.id}/book`);
    await hydrated(page);
    expect(problems.filter((problem) => !isRejection(problem))).toEqual([]);
    await close();
  });

  it.each(['/login', '/signup', '/register', '/forgot-password', '/order-status'])('of %s', async (path) => {
    const { page, problems, close } = await visitShop(browser);
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    [4, '/account'],
    [11, '/console'],
  ])('with role %i of %s', async (role, path) => {
    const { page, problems, close } = await openAs(browser, site.url, role, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

/** Problems that `acceptedSinks` causes on purpose. */
const isRejection = (problem: string): boolean =>
  /require-trusted-types-for|trusted-types|TrustedHTML|TrustedScript/i.test(problem);

describe('a string is rejected by every sink', () => {
  it.each([
    [4, '/'],
    [4, '/about'],
    [4, '/account'],
    [11, '/console'],
  ])('with role %i on %s', async (role, path) => {
    const { page, problems, close } = await openAs(browser, site.url, role, path);
    expect(await acceptedSinks(page)).toEqual([]);
    expect(problems.some(isRejection)).toBe(true);
    await close();
  });
});

it('the script of the card provider may write HTML without scripts, and load what is its own', async () => {
  const { page, close } = await visitShop(browser);
  const [book] = await firstBooks(1);
  if (book === undefined) throw new Error('the demo has no book');
  await addToCart(page, book);
  await page.goto('/cart');
  await hydrated(page);
  await fillAddress(page, uniqueEmail());
  await proceed(page);
  await modal(page).getByLabel('Card number').waitFor();
  const written = await page.evaluate(() => {
    const box = document.createElement('div');
    box.innerHTML = '<style>@keyframes a{}</style><img alt="" onerror="x()"><script>x()</script>';
    const load = (src: string): string => {
      try {
        return Object.assign(document.createElement('script'), { src }).src;
      } catch {
        return 'rejected';
      }
    };
    return [box.innerHTML, load('/assets/x.js'), load('https://elsewhere.example/x.js')];
  });
  expect(written).toEqual([
    '<style>@keyframes a{}</style><img alt="" x-onerror="x()"><x-script>x()</x-script>',
    'rejected',
    'rejected',
  ]);
  await close();
});
