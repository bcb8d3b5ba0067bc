import type { Browser } from 'playwright-core';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { hydrated, visit, type Visit } from './browser.ts';

// Members of a generated site, whose accounts service is this file.

const tokenOf = (role: number): string => {
  const desks = role === ROLE.editor ? EDITOR_DESKS : [];
  const claims = Buffer.from(JSON.stringify({ role, desks, exp: 4_000_000_000 })).toString('base64url');
  return `e30.${claims}.signature`;
};
const user = { id: 7, first_name: 'Asha', last_name: 'Rao', email: 'asha@rao.example', mobile: '9876543210' };
const SESSIONS = [
  { isCurrent: true, lastUsedAt: '2026-03-14T04:30:00.000Z', endsAt: '2026-04-14T04:30:00.000Z' },
  { isCurrent: false, lastUsedAt: '2026-03-13T04:30:00.000Z', endsAt: '2026-04-13T04:30:00.000Z' },
];

const NO_ORDERS = { data: [], meta: { pagination: { total: 0, has_more: false }, searched: null } };
const EMPTY_LIST = {
  data: [],
  meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } },
};

const HEALTHY = {
  measured_at: '2026-03-14T04:30:00.000Z',
  problems: [],
  processes: [],
  consumers: [],
  data: [],
  mails: null,
  certificate: null,
};

export interface MemberVisit extends Visit {
  /** The refresh requests, in order. */
  renewals: string[];
}

/** Visits a generated site in a browser that is logged in with a role; no page is open yet. */
export async function visitAs(
  browser: Browser,
  site: string,
  role: number,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<MemberVisit> {
  const visited = await visit(browser, { site, colorScheme });
  const { context } = visited;
  const renewals: string[] = [];
  await context.route('**/api/auth/refresh', async (route) => {
    renewals.push(route.request().url());
    await route.fulfill({ json: { jwt: tokenOf(role), user } });
  });
  await context.route('**/api/users/me*', (route) => route.fulfill({ json: user }));
  await context.route('**/api/auth/sessions', (route) => route.fulfill({ json: SESSIONS }));
  for (const list of ['carts', 'orders'])
    await context.route(`**/api/${list}?*`, (route) => route.fulfill({ json: EMPTY_LIST }));
  // What Today reads: the state of the site, counts of the desks, mentions in comments, and the first steps of a new site.
  await context.route('**/api/system/health', (route) => route.fulfill({ json: { data: HEALTHY } }));
  await context.route('**/api/console-views?*', (route) =>
    route.fulfill({ json: { data: [], meta: { arrangement: { pinned: null, first: null } } } }),
  );
  await context.route('**/api/purchases?*', (route) => route.fulfill({ json: NO_ORDERS }));
  for (const list of ['directory/profiles', 'contact-messages', 'grievances'])
    await context.route(`**/api/${list}?*`, (route) => route.fulfill({ json: EMPTY_LIST }));
  await context.route('**/api/posts/mentions', (route) => route.fulfill({ json: { data: [] } }));
  await context.route(/\/api\/books\?pagination\[pageSize\]=1$/, (route) =>
    route.fulfill({ json: EMPTY_LIST }),
  );
  await context.route('**/api/site-options?populate=*', (route) =>
    route.fulfill({ json: { data: { id: 1, attributes: {} }, meta: {} } }),
  );
  await context.route('**/api/shop-settings', (route) =>
    route.fulfill({ json: { data: { missing: ['seller_name'] } } }),
  );
  await context.route('**/api/system/payments/card-provider', (route) =>
    route.fulfill({ json: { data: { mode: 'test', is_sandbox: true } } }),
  );
  await context.route('**/api/system/notify/mail-server', (route) =>
    route.fulfill({
      json: { data: { host: '127.0.0.1', sender: 'no-reply@site.example', is_sandbox: true } },
    }),
  );
  await context.route('**/api/system/backups', (route) => route.fulfill({ json: { data: [] } }));
  await context.addInitScript(() => localStorage.setItem('vidhi.session', 'in'));
  return { ...visited, renewals };
}

/** Opens a page of a generated site in a browser that is logged in with a role. */
export async function openAs(
  browser: Browser,
  site: string,
  role: number,
  path: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<MemberVisit> {
  const visited = await visitAs(browser, site, role, colorScheme);
  await visited.page.goto(path);
  await hydrated(visited.page);
  return visited;
}
