import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { axeViolations, launchBrowser, type Visit } from './browser.ts';
import { look } from './looks.ts';
import { addEditor, call, staffOf, statusOf, tokenOf, visitAsStaff } from './shop-site.ts';

// An event that a service of the running product cannot handle, with the real Kafka.

let browser: Browser;
let desk: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  desk = await visitAsStaff(browser, staffOf('administrator'));
});
afterAll(async () => {
  await desk.close();
  await browser.close();
});

const PATH = '/api/system/dead-letters';
const NUMBER = Math.random().toString(36).slice(2);

/** Returns the address of Kafka: that of the tests, or of a site that was started by `npm start`. */
async function findBrokers(): Promise<string> {
  const { E2E_KAFKA_BROKERS: brokers, E2E_DATA_DIR: folder = '' } = process.env;
  if (brokers !== undefined) return brokers;
  const ports = await readFile(join(folder, 'run', 'ports.json'), 'utf8');
  return `127.0.0.1:${(JSON.parse(ports) as { kafka: number }).kafka}`;
}

/** Publishes an event whose data are not those that its type declares. */
async function publishPoison(): Promise<void> {
  const producer = createProducer(connectKafka({ brokers: await findBrokers(), clientId: 'e2e' }));
  await producer.publish('news.mentions', {
    id: `comment.mentioned:${NUMBER}`,
    type: 'comment.mentioned',
    v: 1,
    aggregateId: NUMBER,
    occurredAt: new Date().toISOString(),
    data: { note: `<b>${NUMBER}</b>` },
  });
  await producer.close();
}

interface Letter {
  id: string;
  group: string;
  state: string;
  replays: number;
}

it('shows an event that a service could not handle, replays it and drops it', async () => {
  const token = await tokenOf(staffOf('administrator'));
  const letters = async (): Promise<Letter[]> => (await call<{ data: Letter[] }>(PATH, { token })).data;
  const known = new Set((await letters()).map(({ id }) => id));
  await publishPoison();
  const added = async () => (await letters()).filter(({ id }) => !known.has(id));
  await expect.poll(added, { timeout: 300_000 }).toMatchObject([{ group: 'notify-mentions', replays: 0 }]);

  const { page } = desk;
  await page.goto('/console/system');
  const group = page.getByRole('region', { name: 'notify, mentions' });
  await group
    .getByText(/InvalidRecord: data/)
    .first()
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await group.evaluate((section) => section.scrollIntoView());
  await look(page, 'dead-letters');

  const named = (verb: string) =>
    group.getByRole('button', { name: new RegExp(`^${verb} comment\\.mentioned news\\.mentions`) }).last();
  await named('Read').click();
  await page.getByRole('region', { name: 'Content' }).getByText(NUMBER).first().waitFor();
  expect(await page.locator('section b').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await named('Replay').click();
  await page.getByText(/The event is on its way to its service/).waitFor();
  await expect.poll(added, { timeout: 300_000 }).toMatchObject([{ state: 'waiting', replays: 1 }]);
  await page.getByRole('button', { name: 'Look for outcomes' }).click();

  await named('Drop').click();
  await page.getByLabel('Reason').fill('An event of the test');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Drop', exact: true }).click();
  await page.getByText('The event is dropped.').waitFor();
  expect(await added()).toEqual([]);
  expect(desk.problems).toEqual([]);

  const log = await call<{ data: { action: string; reason?: string }[] }>(
    '/api/audit?resource=dead-letter&pageSize=3',
    { token },
  );
  expect(log.data.map(({ action }) => action)).toEqual(['drop', 'replay', 'view']);
});

it('is for administrators alone', async () => {
  const token = await tokenOf(await addEditor(['news', 'publish', 'shop', 'directory', 'people']));
  expect(await statusOf(PATH, { token })).toBe(403);
  expect(await statusOf(`${PATH}/replay`, { token, body: { ids: ['0'.repeat(32)] } })).toBe(403);
});
