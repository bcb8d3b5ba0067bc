import type { BrowserContext } from 'playwright-core';
import { DEMO_STAFF, DEMO_VISITORS } from '@vidhi/local/demo-staff.mjs';

/** Role of a demo account that a page is audited with. */
export type AuditRole = 'customer' | 'lawyer' | 'editor' | 'administrator';

const LOGIN_MS = 30_000;

const accountOf = (role: AuditRole): (typeof DEMO_VISITORS)[number] | undefined =>
  [...DEMO_VISITORS, ...DEMO_STAFF].find((one) => one.role === role);

/** Resolves with whether the site has the demo account of this role. */
export async function hasAccount(site: string, role: AuditRole): Promise<boolean> {
  const account = accountOf(role);
  const response = await fetch(`${site}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: account?.email, password: account?.password }),
  });
  return response.ok;
}

/** Logs the browser context in with the demo account of this role, through the login page. */
export async function logIn(context: BrowserContext, site: string, role: AuditRole): Promise<void> {
  const account = accountOf(role);
  if (account === undefined) throw new Error(`the demo has no ${role}`);
  const page = await context.newPage();
  page.setDefaultTimeout(LOGIN_MS);
  await page.goto(`${site}/login`, { waitUntil: 'networkidle' });
  const main = page.getByRole('main');
  await main.getByLabel('Email Id').fill(account.email);
  await main.getByLabel('Password').fill(account.password);
  await main.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.waitForLoadState('networkidle');
  await page.close();
}
