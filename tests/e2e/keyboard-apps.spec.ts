import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { openAs } from './as-member.ts';
import { hydrated, launchBrowser, visit } from './browser.ts';
import { generatedSite, startGeneratedSite } from './generated-site.ts';
import { enter, hasFocus, tabTo } from './keyboard-steps.ts';
import { firstBooks, modal, uniqueEmail, visitShop } from './shop.ts';

// Signup, cart and console by keyboard only.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

describe('by keyboard only', () => {
  it('a visitor registers, led to the first mistake', async () => {
    const { page, problems, close } = await visit(browser);
    await open(page, '/signup');
    await enter(page, button(page, 'Register'));
    await page.getByRole('region', { name: 'Errors in this form' }).waitFor();
    const role = page.getByLabel('Register as', { exact: true });
    await expect.poll(() => hasFocus(role)).toBe(true);
    await page.keyboard.type('Individual User');
    await page.getByRole('option', { name: 'Individual User', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByLabel('First name'), 'Asha');
    await typeInto(page, page.getByLabel('Last name'), 'Rao');
    await typeInto(page, page.getByLabel('Email', { exact: true }), uniqueEmail());
    await typeInto(page, page.getByLabel('Mobile number'), '9876543210');
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'the-first-one');
    await typeInto(page, page.getByLabel('Confirm password'), 'the-first-one');
    for (const box of [/^I am 18 or older/, /^I accept the/]) {
      await tabTo(page, page.getByLabel(box));
      await page.keyboard.press('Space');
    }
    await enter(page, button(page, 'Register'));
    await page.waitForURL('**/login?registered=signup**');
    expect(problems).toEqual([]);
    await close();
  });

  it('a visitor fills, changes and empties the cart, and proceeds to the payment', async () => {
    const { page, problems, close } = await visitShop(browser);
    const [book] = await firstBooks(1);
    if (book === undefined) throw new Error('the demo has no book');
    const add = async () => {
      await open(page, `/catalogs/books/${book.id}/book`);
      await enter(page, button(page, 'Add to Cart'));
      await page.waitForURL('**/cart');
      await hydrated(page);
      await page.getByRole('heading', { name: 'Books', exact: true }).waitFor();
    };
    await add();
    const quantity = page.getByRole('main').getByRole('status', { name: 'Quantity' });
    await enter(page, button(page, 'One copy more'));
    await expect.poll(() => quantity.innerText()).toBe('2');
    await enter(page, button(page, 'One copy less'), 'Shift+Tab');
    await expect.poll(() => quantity.innerText()).toBe('1');
    await enter(page, button(page, `Delete ${book.title}`));
    await page.getByText('Your cart is empty.').waitFor();
    await add();
    const billing = page.getByRole('group', { name: 'Billing address' });
    await typeInto(page, billing.getByLabel('Name'), 'Asha Rao');
    await typeInto(page, billing.getByLabel('Phone'), '9876543210');
    await typeInto(page, billing.getByLabel('Email'), uniqueEmail());
    await typeInto(page, billing.getByLabel('Address', { exact: true }), '12 Court Road');
    await typeInto(page, billing.getByLabel('Pincode'), '682001');
    await typeInto(page, billing.getByLabel('City'), 'Kochi');
    await enter(page, button(page, 'Proceed to Buy'));
    await modal(page).getByLabel('Card number').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('an editor moves through the console: menus and their ends', async () => {
    const site = await startGeneratedSite(generatedSite());
    const { page, problems, close } = await openAs(browser, site.url, 10, '/console');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Console' });
    const narrow = menu.getByRole('button', { name: 'Narrow menu' });
    await enter(page, narrow);
    await expect.poll(() => narrow.getAttribute('aria-pressed')).toBe('true');
    await enter(page, narrow);
    await expect.poll(() => narrow.getAttribute('aria-pressed')).toBe('false');
    await enter(page, page.getByRole('banner').getByRole('button', { name: 'Account of Asha Rao' }));
    await button(page, 'Log out').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Log out').waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 360, height: 760 });
    const open = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    await enter(page, open, 'Shift+Tab');
    await menu.getByRole('link', { name: 'Today' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await hasFocus(open)).toBe(true);
    expect(problems).toEqual([]);
    await close();
    await site.close();
  });
});
