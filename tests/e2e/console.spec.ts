import { describe, expect, it } from 'vitest';
import { axeViolations, pressEnter } from './browser.ts';
import { consoleSite } from './console-site.ts';
import { fakeConsole } from './fake-console.ts';

// Lists and forms of the console, by keyboard where nothing else is said.

const site = consoleSite();

async function open(path: string) {
  const { fake, ...visited } = await site.open(path, ({ context }) => fakeConsole(context));
  return { ...visited, ...fake };
}

describe('a list of the console', () => {
  it('is searched, turned, selected and left, and is the same after Back', async () => {
    const { page, problems, close } = await open('/console/tags?size=25');
    const row = (name: string) => page.getByRole('link', { name, exact: true });
    await row('Tag 1').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Next page' }).click();
    await row('Tag 30').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('o');
    await page.waitForURL('**/console/tags/26');
    await page.getByRole('heading', { level: 1, name: 'Tag 26' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/console/tags?page=2');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Tag 12');
    await row('Tag 12').waitFor();
    await page.waitForURL('**/console/tags?q=Tag+12');
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('fits a phone, in the dark', async () => {
    const { page, problems, close } = await open('/console/tags');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('link', { name: 'Tag 1', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the menu of the console', () => {
  it('has its current entry in view, in a short window and as a drawer', async () => {
    const { page, context, problems, close } = await open('/about');
    await context.route(/\/api\/system\/(backups|restore-drills|dead-letters|notify\/dead-mails)$/, (route) =>
      route.fulfill({ json: { data: [], meta: { total: 0 } } }),
    );
    await context.route('**/api/system/imports', (route) =>
      route.fulfill({ json: { data: { is_available: false, limit_bytes: 0, archive: null, run: null } } }),
    );
    const entry = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'System' });
    const isInView = () =>
      entry.evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return bottom > top && top >= 0 && bottom <= innerHeight;
      });
    await page.setViewportSize({ width: 1440, height: 480 });
    await page.goto('/console/system');
    await expect.poll(isInView).toBe(true);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/console/system');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect.poll(isInView).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a form of the console', () => {
  it('shows its errors, asks before changes are lost, and stores what has changed', async () => {
    const { page, problems, writes, close } = await open('/console/tags/3');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('');
    await page.keyboard.press('Control+s');
    await page.getByText('Name is required').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await name.fill('Bail');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Tags' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await name.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(writes).toEqual([{ call: 'PUT /api/tags/3', data: { name: 'Bail' } }]);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('link', { name: 'Bail', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the categories', () => {
  it('move by Alt and an arrow key, and back by the notice', async () => {
    const { page, problems, writes, close } = await open('/console/categories');
    await page.getByRole('link', { name: 'Crime', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByText('Crime moved').waitFor();
    await pressEnter(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => writes.length).toBe(2);
    expect(writes).toEqual([
      { call: 'PUT /api/categories/2', data: { show_order: 1, parent_category: 1 } },
      { call: 'PUT /api/categories/2', data: { show_order: 2, parent_category: null } },
    ]);
    expect(await axeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the keyboard', () => {
  it('opens the palette, a record and the sheet of keys', async () => {
    const { page, problems, close } = await open('/console/categories');
    await page.getByRole('link', { name: 'Tax', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a page, an action or a record' }).waitFor();
    await page.keyboard.type('Tag 17');
    await page.getByRole('option', { name: 'Tag 17' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/tags/17');
    await page.getByRole('heading', { level: 1, name: 'Tag 17' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL('**/console/categories');
    await page.getByRole('link', { name: 'Tax', exact: true }).waitFor();
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
    await close();
  });
});
