import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startOwnProduct, type OwnProduct } from '@vidhi/harness/own-product.ts';
import { DEMO_STAFF, DEMO_VISITORS } from '@vidhi/local/demo-staff.mjs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { isAlive, listRecorded } from '@vidhi/local/processes.mjs';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { axeViolations, launchBrowser, visit, type Visit } from './browser.ts';

// A bad day of a site, on a site of its own: notify, Redis and a reader are killed as often as they are started again, while
// staff go on working; at a desk and on a phone.

const DOWN = ['notify', 'redis', 'news-reader-1'];
const KILL_MS = 200;
const STARTING_MS = 900_000;
const SOON = { timeout: 300_000, interval: 500 };
const PHONE = 320;
/** Width of a screen of 1280 pixels at a zoom of 200 %. */
const ZOOMED = 640;

const mark = Math.random().toString(36).slice(2, 8);
const ending = new AbortController();
let product: OwnProduct;
let browser: Browser;
let token: string;
let desk: Visit;
let letKillersEnd: () => void = () => undefined;

interface Entry {
  id: number;
  attributes: { title: string; slug: string };
}

async function call<Body>(
  path: string,
  { method, token: as, body }: { method?: string; token?: string; body?: unknown } = {},
): Promise<Body> {
  const response = await fetch(new URL(path, product.addresses().gateway), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Body;
}

interface Account {
  email: string;
  password: string;
}
function accountOf(accounts: readonly (Account & { role: string })[], role: string): Account {
  const account = accounts.find((one) => one.role === role);
  if (account === undefined) throw new Error(`the demo has no ${role}`);
  return account;
}
const LAWYER = accountOf(DEMO_VISITORS, 'lawyer');
const ADMINISTRATOR = accountOf(DEMO_STAFF, 'administrator');

const tokenOf = async ({ email: identifier, password }: Account): Promise<string> =>
  (await call<{ jwt: string }>('/api/auth/local', { body: { identifier, password } })).jwt;

/** Resolves with a browser at the site in which the administrator is logged in. */
async function visitDesk(): Promise<Visit> {
  const { publicUrl } = product.addresses();
  const visited = await visit(browser, { site: publicUrl });
  const { email: identifier, password } = ADMINISTRATOR;
  const response = await visited.context.request.post('/api/auth/local', {
    headers: { origin: new URL(publicUrl).origin, 'x-keep-session': '1' },
    data: { identifier, password },
  });
  if (!response.ok()) throw new Error(`the login responded ${response.status()}`);
  await visited.context.addInitScript(() => localStorage.setItem('vidhi.session', 'in'));
  return visited;
}

/** Kills processes whenever they run, until the returned function is called. */
function killAgainAndAgain(names: readonly string[]): () => void {
  const kill = (): void => {
    for (const { name, process: found } of listRecorded(join(product.dataDir, 'run')))
      if (names.includes(name) && isAlive(found)) {
        try {
          process.kill(found.pid, 'SIGKILL');
        } catch {
          // It ended between the two.
        }
      }
  };
  const timer = setInterval(kill, KILL_MS);
  return () => clearInterval(timer);
}

const newestArticle = async (): Promise<Entry> => {
  const query = 'sort=publish_date:desc&pagination[pageSize]=1';
  const [found] = (await call<{ data: Entry[] }>(`/api/posts?${query}`)).data;
  if (found === undefined) throw new Error('the demo has no article');
  return found;
};
const subjectsTo = async (email: string): Promise<string[]> => {
  const { mailInbox } = product.addresses();
  const mails = await call<{ subject: string }[]>(`${mailInbox}/messages?to=${encodeURIComponent(email)}`);
  return mails.map(({ subject }) => subject);
};
const approvals = async (): Promise<number> =>
  (await subjectsTo(LAWYER.email)).filter((subject) => /^Your profile on .* is approved$/.test(subject))
    .length;

/** Sets a width, and finds that the page fits and has no fault of accessibility. */
async function showAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(await axeViolations(page)).toEqual([]);
}

beforeAll(async () => {
  product = await startOwnProduct({
    name: 'bad-day',
    readers: 2,
    ended: ending.signal,
    say: () => undefined,
  });
  const importTool = inRoot('tools/import/import-cli.ts');
  await promisify(execFile)(process.execPath, [importTool, inRoot('demo/vidhi-gazette.tar.gz')], {
    cwd: inRoot(),
    env: { ...process.env, DATA_DIR: product.dataDir },
  });
  await product.ensureStaff();
  token = await tokenOf(ADMINISTRATOR);
  browser = await launchBrowser();
  desk = await visitDesk();
}, STARTING_MS);
afterAll(async () => {
  letKillersEnd();
  await desk?.close();
  await browser?.close();
  await product?.close();
}, STARTING_MS);

describe('a day on which notify, Redis and a reader are away', () => {
  let article: Entry;
  let profile: number;

  beforeAll(async () => {
    article = await newestArticle();
    await call('/api/site-options', { method: 'PUT', token, body: { data: { profile_approval: true } } });
    const lawyer = await tokenOf(LAWYER);
    const own = await call<{ data: { id: number } }>('/api/directory/own', { token: lawyer });
    profile = own.data.id;
    // Changes of a profile that nobody had to approve need no decision.
    const approval = { approved: true, reason: 'Enrolment checked' };
    await call(`/api/lawyers/${profile}/state`, { method: 'PUT', token, body: approval });
    await vi.waitUntil(async () => (await approvals()) === 1, SOON);
    await call(`/api/lawyers/${profile}`, {
      method: 'PUT',
      token: lawyer,
      body: { data: { SubTitle: `Civil appeals ${mark}` } },
    });
    await desk.page.goto(`/console/posts/${article.id}`);
    await desk.page.getByRole('textbox', { name: 'Text' }).locator('p').first().waitFor();
    letKillersEnd = killAgainAndAgain(DOWN);
  });

  it('is on the health page: what does not run, with what effect, and since when', async () => {
    const page = await desk.openTab();
    await page.goto('/console/system');
    const wrong = page.getByRole('list', { name: 'What is wrong' });
    const lookAgain = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Look again' }).click();
      return (await wrong.count()) === 0 ? '' : ((await wrong.textContent()) ?? '');
    };
    for (const text of [
      /notify (?:does not run|does not respond|runs, and is not ready)\. No mails go out/,
      /news \(reader 1\) (?:does not run|does not respond|runs, and is not ready)\. The other readers serve/,
      /cannot reach Redis\. Mails and pictures wait/,
      /For \d+ (?:second|minute)s?, since /,
    ])
      await expect.poll(lookAgain, SOON).toMatch(text);
    expect(await axeViolations(page)).toEqual([]);
    await page.close();
  });

  it('is one on which editing goes on, to the readers', async () => {
    const { page } = desk;
    const first = page.getByRole('textbox', { name: 'Text' }).locator('p').first();
    await first.click();
    await page.keyboard.press('End');
    await page.keyboard.type(` Written on a bad day ${mark}.`);
    await page.locator('[data-save="saved"]').waitFor();
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('dialog', { name: 'Publish changes' })
      .getByRole('button', { name: 'Publish changes' })
      .press('Enter');
    const shown = async () =>
      (await fetch(new URL(`/${article.attributes.slug}`, product.addresses().gateway))).text();
    await expect.poll(shown, SOON).toContain(`Written on a bad day ${mark}.`);
  });

  it('is one on which a profile is approved and an article taken off on a phone, and enlarged', async () => {
    const { page } = desk;
    await page.goto(`/console/profiles/${profile}`);
    await page.getByText(`Civil appeals ${mark}`).first().waitFor();
    for (const width of [ZOOMED, PHONE]) await showAt(page, width);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const approve = page.getByRole('dialog', { name: /^Approve/ });
    await approve.waitFor();
    await showAt(page, PHONE);
    await approve.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('region', { name: 'Decisions' }).waitFor();

    await page.goto(`/console/posts/${article.id}`);
    await page.getByRole('textbox', { name: 'Text' }).locator('p').first().waitFor();
    for (const width of [ZOOMED, PHONE]) await showAt(page, width);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    const unpublish = page.getByRole('dialog', { name: 'Unpublish' });
    await unpublish.waitFor();
    await showAt(page, PHONE);
    await unpublish.getByRole('button', { name: 'Unpublish' }).click();
    const isGone = async (): Promise<number> =>
      (await fetch(new URL(`/api/posts/${article.id}`, product.addresses().gateway))).status;
    await expect.poll(isGone, SOON).toBe(404);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it(
    'ends: everything works again by itself, and each mail was sent once',
    async () => {
      expect(await approvals()).toBe(1);
      letKillersEnd();
      const { page } = desk;
      await page.goto('/console/system');
      const isWell = async (): Promise<boolean> => {
        await page.getByRole('button', { name: 'Look again' }).click();
        return (await page.getByRole('list', { name: 'What is wrong' }).count()) === 0;
      };
      await expect.poll(approvals, SOON).toBe(2);
      await expect.poll(isWell, SOON).toBe(true);
      expect(await approvals()).toBe(2);
    },
    STARTING_MS,
  );

  it('leaves an event that notify cannot handle, which is shown, replayed and dropped', async () => {
    const producer = createProducer(
      connectKafka({ brokers: product.engineUrl('kafka'), clientId: 'bad-day' }),
    );
    await producer.publish('news.mentions', {
      id: `comment.mentioned:${mark}`,
      type: 'comment.mentioned',
      v: 1,
      aggregateId: mark,
      occurredAt: new Date().toISOString(),
      data: { note: mark },
    });
    await producer.close();
    interface Letter {
      state: string;
      replays: number;
    }
    const letters = async (): Promise<Letter[]> =>
      (await call<{ data: Letter[] }>('/api/system/dead-letters', { token })).data;
    await expect.poll(letters, SOON).toMatchObject([{ state: 'waiting', replays: 0 }]);
    const { page } = desk;
    await page.goto('/console/system');
    const group = page.getByRole('region', { name: 'notify, mentions' });
    await group.getByRole('button', { name: /^Replay comment\.mentioned/ }).click();
    await expect.poll(letters, SOON).toMatchObject([{ state: 'waiting', replays: 1 }]);
    await page.getByRole('button', { name: 'Look for outcomes' }).click();
    await group.getByRole('button', { name: /^Drop comment\.mentioned/ }).click();
    await page.getByLabel('Reason').fill('An event of a bad day');
    await page.getByRole('button', { name: 'Drop', exact: true }).click();
    await expect.poll(letters, SOON).toEqual([]);
  });
});
