import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { axeViolations, hydrated, launchBrowser, visit } from './browser.ts';
import { mailedLink } from './mailed-link.ts';
import { registerCustomer } from './register-customer.ts';
import { addEditor, call, staffOf, statusOf, tokenOf, uniqueMail, visitAsStaff } from './shop-site.ts';

// The desk imports two profiles of a file whose third row is wrong, and invites their addresses; one of them makes an account
// and claims its profile. With the real services and mails.

const mark = Math.random().toString(36).slice(2, 8);
const PASSWORD = 'the-password-of-a-claim';
const asha = { email: uniqueMail('asha'), name: `Adv. Asha ${mark}` };
const ravi = { email: uniqueMail('ravi'), name: `Adv. Ravi ${mark}` };
const FILE = [
  'name,number,qualification,in practice since,email,kind',
  `${asha.name},KA/${mark}1/2010,LL.B.,15/06/2010,${asha.email},lawyer`,
  `${ravi.name},KA/${mark}2/2011,LL.M.,2011-07-01,${ravi.email},lawyer`,
  `Adv. Nobody ${mark},KA/${mark}3/2012,LL.B.,31/02/2012,,judge`,
].join('\n');

interface Row {
  id: number;
  title: string;
  state: string;
  invitation: string | null;
}

let browser: Browser;
let token: string;
beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
});
afterAll(() => browser.close());

const rowOf = async (name: string): Promise<Row | undefined> =>
  (await call<{ data: Row[] }>(`/api/directory/profiles?q=${encodeURIComponent(name)}`, { token })).data.find(
    ({ title }) => title === name,
  );

it('imports profiles with invitations, of which one is claimed by an account that is made for it', async () => {
  const desk = await visitAsStaff(browser, await addEditor(['directory']));
  await desk.page.goto('/console/profiles');
  await desk.page.getByRole('link', { name: 'Import a CSV file' }).click();
  await desk.page
    .getByLabel('CSV file')
    .setInputFiles({ name: `lawyers-${mark}.csv`, mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await desk.page.getByText('2 new').waitFor();
  await desk.page.getByText('1 with faults').waitFor();
  await desk.page.getByText(/Row 4, in practice since: “31\/02\/2012” is no day/).waitFor();
  await desk.page.getByRole('checkbox', { name: /^Invite/ }).check();
  expect(await axeViolations(desk.page)).toEqual([]);
  await desk.page.getByRole('button', { name: 'Import 2 profiles' }).click();
  await desk.page.getByText('2 of 2 rows: 2 new').waitFor();
  expect((await rowOf(asha.name))?.invitation).toBe('open');

  const link = await mailedLink(asha.email, '/account/claim');
  // A program that checks mails opens the link: nothing is claimed.
  expect((await fetch(link)).status).toBe(200);
  expect((await rowOf(asha.name))?.invitation).toBe('open');

  const visitor = await visit(browser);
  await visitor.page.goto(link);
  await hydrated(visitor.page);
  await visitor.page.getByText(asha.name).waitFor();
  expect(await axeViolations(visitor.page)).toEqual([]);
  await registerCustomer(asha.email, PASSWORD);
  await visitor.page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await visitor.page.getByLabel('Email Id').fill(asha.email);
  await visitor.page.getByLabel('Password').fill(PASSWORD);
  await visitor.page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await visitor.page.getByText('You are logged in as Asha Rao.').waitFor();
  const declare = async (): Promise<void> => {
    for (const name of [/I declare that/, /I accept the/])
      await visitor.page.getByRole('checkbox', { name }).check();
    await visitor.page.getByRole('button', { name: 'Claim this profile' }).click();
  };
  await declare();
  await visitor.page.getByText('Please confirm your email address first').waitFor();
  const confirmation = new URL(await mailedLink(asha.email, '/confirm-email')).searchParams;
  await call('/api/auth/email-confirmation', { body: Object.fromEntries(confirmation) });
  await visitor.page.getByRole('button', { name: 'Claim this profile' }).click();
  await visitor.page.getByText('The profile is yours now.').waitFor();
  await visitor.page.getByRole('link', { name: 'Go to your profile' }).click();
  await visitor.page.getByText(asha.name).first().waitFor();
  expect(visitor.problems.filter((problem) => !problem.includes('403'))).toEqual([]);

  const claimed = await rowOf(asha.name);
  expect(claimed).toMatchObject({ state: 'approved', invitation: 'claimed' });
  await desk.page.goto(`/console/profiles/${claimed?.id}`);
  await desk.page.getByText(/Claimed by account/).waitFor();
  expect(await axeViolations(desk.page)).toEqual([]);
  const path = `/api/audit?resource=lawyer:${claimed?.id}`;
  const audited = async () =>
    (await call<{ data: { action: string }[] }>(path, { token })).data.map(({ action }) => action);
  await expect.poll(audited).toEqual(expect.arrayContaining(['import', 'profile_invited', 'claim']));

  // The undo leaves the claimed profile, and the link of the other one leads to nothing any more.
  const other = await mailedLink(ravi.email, '/account/claim');
  const removed = (await rowOf(ravi.name))?.id ?? 0;
  await desk.page.goto('/console/profiles/import');
  await desk.page.getByRole('button', { name: `Undo lawyers-${mark}.csv` }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await desk.page.getByText('1 undone, 1 left as it is.').waitFor();
  expect(await statusOf(`/api/directory/profiles/${removed}`, { token })).toBe(404);
  await visitor.page.goto(other);
  await visitor.page.getByText('This profile was removed from our directory.').waitFor();
  expect(desk.problems).toEqual([]);
  await visitor.close();
  await desk.close();
});
