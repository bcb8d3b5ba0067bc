import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axeViolations, hydrated, launchBrowser, visit } from './browser.ts';
import { mailedLink } from './mailed-link.ts';
import { registerCustomer } from './register-customer.ts';

// A visitor who has registered follows the links of the mails that the real services send to the mail inbox.

const email = `asha.${Date.now().toString(36)}@rao.example`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await registerCustomer(email, 'the-first-one');
});
afterAll(() => browser.close());

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email Id').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
}

it('confirms the address, resets the password, and changes name and password of the account', async () => {
  const { page, problems, close } = await visit(browser);

  const confirmation = await mailedLink(email, '/confirm-email');
  await open(page, confirmation);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByText('Your email address is confirmed.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await open(page, confirmation);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await page.getByText('Your email address is confirmed already.').waitFor();

  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Forgot password' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText('Password reset link sent successfully!').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await open(page, await mailedLink(email, '/reset-password'));
  await page.getByLabel('New password').fill('the-second-one');
  await page.getByLabel('Confirm password').fill('the-second-one');
  await page.getByRole('button', { name: 'Password Reset' }).click();
  await page.getByText('Password reset successfully!').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await open(page, '/login?next=%2Faccount');
  await logIn(page, 'the-second-one');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('First name').fill('Usha');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Profile update successfully!').waitFor();
  await page.getByRole('button', { name: 'Account of Usha Rao' }).waitFor();

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('the-second-one');
  await page.getByLabel('New password').fill('the-third-one');
  await page.getByLabel('Confirm password').fill('the-third-one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password change successfully!').waitFor();
  await page.getByText('This browser').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

it('tells the present address of a requested change, which its link stops, and changes the address by a button', async () => {
  const { page, problems, close } = await visit(browser);
  const next = email.replace('@', '-next@');
  const password = 'the-third-one';
  const requestChange = async () => {
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill(next);
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('We have mailed a link to the new address').waitFor();
  };

  await open(page, '/login?next=%2Faccount');
  await logIn(page, password);
  await requestChange();
  await open(page, await mailedLink(email, '/stop-email-change'));
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await page.getByText('The change is stopped.').waitFor();
  const stopped = await mailedLink(next, '/confirm-email-change');

  await open(page, '/account');
  await requestChange();
  await expect.poll(() => mailedLink(next, '/confirm-email-change')).not.toBe(stopped);
  await open(page, await mailedLink(next, '/confirm-email-change'));
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use this email address' }).click();
  await page.getByText('Your account now has the new email address.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Go to your account' }).click();
  await page.getByText(next).first().waitFor();
  expect(problems).toEqual([]);
  await close();
});
