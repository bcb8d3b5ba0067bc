import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, hydrated, launchBrowser, visit } from './browser.ts';
import { mailedLink } from './mailed-link.ts';

// A person registers as each of the three kinds with the real services, and follows the mails of the inbox.

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PICTURE = new URL('../../web/public/icon-192.png', import.meta.url);
const FIRST_PASSWORD = 'the-first-one';
const SECOND_PASSWORD = 'the-second-one';
const THIRD_PASSWORD = 'the-third-one';

const addressOf = (kind: string): string => `${kind}.${Date.now().toString(36)}@rao.example`;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function chooseIn(page: Page, label: string, text: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(text);
  await page.getByTitle(option, { exact: true }).last().click();
  await page.keyboard.press('Escape');
  // While it closes, no combobox controls its list any more, which is then without a name for axe.
  await page.locator('.ant-select-dropdown:visible').first().waitFor({ state: 'hidden' });
}

async function fillAccount(page: Page, role: string, email: string): Promise<void> {
  await page.getByLabel('Register as', { exact: true }).click();
  await page.keyboard.type(role);
  await page.getByRole('option', { name: role, exact: true }).click();
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile number').fill('9876543210');
  await page.getByLabel('Password', { exact: true }).fill(FIRST_PASSWORD);
  await page.getByLabel('Confirm password').fill(FIRST_PASSWORD);
  await page.getByLabel('I am 18 or older').check();
}

interface ProfileLabels {
  image: string;
  name: string;
  subtitle: string;
  since: string;
}

/** Runs the check on a narrow and low screen, and gives the page its size back. */
async function onNarrowPhone(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  await check(360);
  if (size !== null) await page.setViewportSize(size);
}

async function fillProfile(page: Page, { image, name, subtitle, since }: ProfileLabels): Promise<void> {
  const buffer = await readFile(PICTURE);
  await page.getByLabel(image).setInputFiles({ name: 'portrait.png', mimeType: 'image/png', buffer });
  await page.getByAltText('Preview', { exact: true }).waitFor();
  await page.getByLabel(name).fill('Asha Rao');
  await page.getByLabel(subtitle).fill('Civil appeals');
  await page.getByLabel('License').fill('KER/123/2001');
  await onNarrowPhone(page, async (width) => {
    await page.getByLabel(since).click();
    const calendar = page.locator('.ant-picker-dropdown', { has: page.getByLabel('Year', { exact: true }) });
    await expect
      .poll(async () => {
        const box = await calendar.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= width && box.y >= 0;
      })
      .toBe(true);
    await page.keyboard.press('Escape');
  });
  await page.getByLabel(since).click();
  await page.getByLabel('Year', { exact: true }).selectOption('2001');
  await page
    .getByTitle(/^2001-\d\d-15$/)
    .last()
    .click();
  await page.getByLabel('Hourly Charge').fill('2500');
  await page.getByLabel('Profile Details').fill('First paragraph.\n\nSecond paragraph.');
  await page.getByLabel('Professional Email').fill('desk@rao.example');
  await page.getByLabel('Phone number').fill('9876543211');
  await page.getByLabel('Website link').fill('rao.example');
  await page.getByLabel('Address', { exact: true }).fill('1 Law Street, Pune');
  await chooseIn(page, 'States', 'mahar', 'Maharashtra');
  await chooseIn(page, 'Districts', 'pun', 'Pune');
  await page
    .getByLabel(/^I accept the/)
    .last()
    .check();
}

/** Goes from the success of a registration to the account page: confirms the address and logs in. */
async function confirmAndLogIn(page: Page, email: string): Promise<void> {
  await page.waitForURL('**/login?registered=signup**');
  // A text of the login page's own document: the URL and the notification precede the reload that fetches it.
  await page.getByText('We have mailed you a link').waitFor();
  await hydrated(page);
  await page.getByText('Registered successfully').waitFor();
  await open(page, await mailedLink(email, '/confirm-email'));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByText('Your email address is confirmed.').waitFor();
  await open(page, '/login?next=%2Faccount');
  await page.getByLabel('Email Id').fill(email);
  await page.getByLabel('Password').fill(FIRST_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: 'Edit profile' }).waitFor();
}

async function changePassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(FIRST_PASSWORD);
  await page.getByLabel('New password').fill(SECOND_PASSWORD);
  await page.getByLabel('Confirm password').fill(SECOND_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password change successfully!').waitFor();
}

/** Logs out, has a link mailed that sets another password, sets it, and logs in with it. */
async function resetPassword(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Account of Asha Rao' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  // The account page redirects to the document of the login page.
  await page.getByLabel('Email Id').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true }).waitFor();
  await open(page, '/forgot-password?next=%2Faccount');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText('Password reset link sent successfully!').waitFor();
  await open(page, await mailedLink(email, '/reset-password'));
  await page.getByLabel('New password').fill(THIRD_PASSWORD);
  await page.getByLabel('Confirm password').fill(THIRD_PASSWORD);
  await page.getByRole('button', { name: 'Password Reset' }).click();
  await page.getByText('Password reset successfully!').waitFor();
  // Back to the target of the form that had the link sent.
  const login = page.getByRole('main').getByRole('link', { name: 'Log in', exact: true });
  expect(await login.getAttribute('href')).toBe('/login?next=%2Faccount');
  await open(page, '/login?next=%2Faccount');
  await page.getByLabel('Email Id').fill(email);
  await page.getByLabel('Password').fill(THIRD_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: 'Edit directory profile' }).waitFor();
}

async function exportData(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  return readFile(await (await download).path(), 'utf8');
}

async function erase(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('link', { name: 'Erase my account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Erase my account' }).waitFor();
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel(/^I want to erase/).check();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Erase my account' }).click();
  await page.getByText('Your account has been erased.').waitFor();
  await open(page, '/login');
  await page.getByLabel('Email Id').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('Invalid identifier or password').waitFor();
}

/** Removes the error that the browser reports for the rejected login, which proves the erasure. */
const withoutRejectedLogin = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !problem.includes('/api/auth/local'));

it('a customer registers, confirms, edits, changes the password, exports and erases', async () => {
  const { page, problems, close } = await visit(browser, { width: 360 });
  const email = addressOf('customer');
  await open(page, '/signup');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('region', { name: 'Errors in this form' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await fillAccount(page, 'Individual User', email);
  await page.getByLabel(/^I accept the/).check();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await confirmAndLogIn(page, email);

  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('First name').fill('Usha');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Profile update successfully!').waitFor();
  await changePassword(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(JSON.parse(await exportData(page))).toMatchObject({
    account: { email, first_name: 'Usha' },
    consents: [{ purpose: 'legal-agreement' }, { purpose: 'adult' }],
  });
  await erase(page, email, SECOND_PASSWORD);
  expect(withoutRejectedLogin(problems)).toEqual([]);
  await close();
});

it.each([
  [
    'Individual Lawyer',
    {
      image: 'Profile Image',
      name: 'Name of the Lawyer',
      subtitle: 'Qualification',
      since: 'Practice Since',
    },
  ],
  [
    'Firm',
    {
      image: 'Firm Image',
      name: 'Name of the Firm',
      subtitle: 'Sub title or Tagline',
      since: 'Established in',
    },
  ],
])(
  'as %s, registers with a profile, confirms, edits it, resets the password, and erases all of it',
  async (role, labels) => {
    const { page, problems, close } = await visit(browser, {
      colorScheme: role === 'Firm' ? 'dark' : 'light',
    });
    const email = addressOf(role === 'Firm' ? 'firm' : 'lawyer');
    await open(page, '/signup');
    await fillAccount(page, role, email);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await fillProfile(page, labels);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await confirmAndLogIn(page, email);

    await page.getByText('KER/123/2001').waitFor();
    await page.getByRole('button', { name: 'Edit directory profile' }).click();
    await page.getByLabel('License').fill('KER/456/2001');
    await page.getByLabel(/^I declare/).check();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('KER/456/2001').waitFor();
    const buffer = await readFile(PICTURE);
    const file = { name: 'office.png', mimeType: 'image/png', buffer };
    await page.getByLabel('Add to gallery').setInputFiles(file);
    await page.getByAltText('1 of your gallery').waitFor();
    // The masthead and the notice cover what is below them, which axe reports as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await axeViolations(page)).toEqual([]);

    await changePassword(page);
    await resetPassword(page, email);
    expect(JSON.parse(await exportData(page))).toMatchObject({
      account: { email },
      profile: { Identifier: 'KER/456/2001' },
    });
    await erase(page, email, THIRD_PASSWORD);
    expect(withoutRejectedLogin(problems)).toEqual([]);
    await close();
  },
);

it('the newsletter is confirmed and ended by the links of its mails', async () => {
  const { page, problems, close } = await visit(browser);
  const email = addressOf('reader');
  await open(page, '/about');
  await page.getByLabel('Get our newsletter').fill(email);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText(/^Thank you for subscribing/).waitFor();
  for (const [path, button, done] of [
    ['/api/subscriptions/confirm', 'Confirm subscription', /^Your subscription is confirmed/],
    ['/api/subscriptions/unsubscribe', 'Unsubscribe', /^You are unsubscribed/],
  ] as const) {
    await open(page, await mailedLink(email, path));
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText(done).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  }
  expect(problems).toEqual([]);
  await close();
});
