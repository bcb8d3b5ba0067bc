import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { axeViolations, baseUrl, hydrated, launchBrowser, visit, type Visit } from './browser.ts';
import { look } from './looks.ts';
import {
  addEditor,
  call,
  isOfOneTest,
  staffOf,
  statusOf,
  subjectsTo,
  tokenOf,
  uniqueMail,
  visitAsStaff,
} from './shop-site.ts';

// A reader's grievance, from the form to the decision in the mail, with the real services.

let browser: Browser;
let desk: Visit;
let token: string;

const setSwitch = (takes: boolean): Promise<unknown> =>
  call('/api/site-options', { method: 'PUT', token, body: { data: { takes_grievances: takes } } });
const statusOfPage = async (): Promise<number> => (await fetch(`${baseUrl()}/grievance`)).status;
const WAIT = { timeout: 300_000 };

beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
  desk = await visitAsStaff(browser, await addEditor(['people']));
});
afterAll(async () => {
  await setSwitch(false);
  await desk.close();
  await browser.close();
});

it('shows nothing of grievances before the owner of the site turns them on', async () => {
  await setSwitch(false);
  await expect.poll(statusOfPage, WAIT).toBe(404);
  await expect.poll(() => statusOf('/api/grievances', { body: { website: 'x' } }), WAIT).toBe(404);
  await desk.page.goto('/console/inbox');
  const menu = desk.page.getByRole('navigation', { name: 'Console' });
  await menu.getByRole('link', { name: 'Inbox' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Grievances' }).count()).toBe(0);
});

it('takes a grievance, acknowledges it, and mails the decision of the desk', async () => {
  await setSwitch(true);
  await expect.poll(statusOfPage, WAIT).toBe(200);
  await expect.poll(() => statusOf('/api/grievances', { body: { website: 'x' } }), WAIT).toBe(200);
  const { data: posts } = await call<{ data: { id: number; attributes: { slug: string; title: string } }[] }>(
    '/api/posts?pagination[pageSize]=1&fields[0]=slug&fields[1]=title',
  );
  const [post] = posts;
  if (post === undefined) throw new Error('the demo has no article');

  const reader = await visit(browser);
  const { page } = reader;
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Send a grievance' }).click();
  await page.getByRole('heading', { level: 1, name: 'Send a grievance' }).waitFor();
  await hydrated(page);
  await page.getByLabel('What is it about?').waitFor();
  await look(page, 'grievance-form');
  const send = page.getByRole('button', { name: 'Send the grievance' });
  await send.click();
  await page.getByText('Please choose what it is about.').first().waitFor();
  // The masthead, which stays in view, covers a part of the menu in between.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await axeViolations(page)).toEqual([]);
  const email = uniqueMail('grievance');
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Page that it is about').fill(`${baseUrl()}/news/${post.attributes.slug}`);
  await page.getByLabel('What is it about?').selectOption('privacy');
  await page
    .getByRole('textbox', { name: 'Your grievance' })
    .fill('It shows my house. <img src=x onerror=alert(1)>');
  await send.click();
  await page.getByRole('heading', { name: 'We have received your grievance' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(reader.problems).toEqual([]);
  await reader.close();
  await expect.poll(() => subjectsTo(email), WAIT).toHaveLength(1);
  const [subject = ''] = await subjectsTo(email);
  const [number = ''] = /GR-\d+/.exec(subject) ?? [];

  await desk.page.goto('/console/grievances');
  await desk.page
    .getByRole('region', { name: 'Register' })
    .getByText(/received/)
    .first()
    .waitFor();
  await desk.page
    .getByText(/^1[45] days left$/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await look(desk.page, 'grievances');
  await desk.page.getByRole('link', { name: number }).first().click();
  await desk.page.getByRole('heading', { level: 1, name: number }).waitFor();
  await desk.page.getByText('It shows my house. <img src=x onerror=alert(1)>').waitFor();
  await look(desk.page, 'grievance');
  await desk.page.getByLabel('Decision', { exact: true }).selectOption('upheld');
  await desk.page.getByLabel('What was done about the page').selectOption('corrected');
  await desk.page.getByLabel('Reasons').fill('You are right. We have removed the picture.');
  await desk.page.getByRole('button', { name: 'Decide and send' }).click();
  await desk.page.getByRole('article', { name: 'Decision' }).getByText('Justified').first().waitFor();
  await look(desk.page, 'grievance-decided');
  await expect
    .poll(() => subjectsTo(email), WAIT)
    .toEqual(expect.arrayContaining([subject, `Re: Your grievance ${number}`]));
  expect(desk.problems.filter(isOfOneTest)).toEqual([]);
  const log = await call<{ data: { action: string; resource: { label: string } }[] }>(
    '/api/audit?resource=grievance&pageSize=1',
    { token },
  );
  expect(log.data).toMatchObject([{ action: 'decide', resource: { label: number } }]);
});

it('is for the desk people alone', async () => {
  const other = await tokenOf(await addEditor(['news', 'publish', 'shop', 'directory']));
  for (const path of ['', '/register', '/register.csv'])
    expect(await statusOf(`/api/grievances${path}`, { token: other })).toBe(403);
});
