import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { axeViolations, launchBrowser, type Visit } from './browser.ts';
import { addEditor, call, staffOf, statusOf, subjectsTo, tokenOf, visitAsStaff } from './shop-site.ts';

// The desk of the directory with the real services: a merge of a list, an edit for an owner, and evidence.

const LAWYER = { email: 'lawyer@demo.vidhi.example', password: 'gazette-lawyer' };
/** A small PDF whose trailer names its table. */
const PDF = Buffer.from(
  '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 >>\nstartxref\n9\n%%EOF\n',
);

let browser: Browser;
let desk: Visit;
let token: string;
let profile: number;
const mark = Math.random().toString(36).slice(2, 8);
const NAMES = { stays: `Pune ${mark}`, goes: `Poona ${mark}` };

interface Profile {
  data: { attributes: { SubTitle: string; Property2?: { data: { id: number }[] } } };
}
const aCity = async (name: string): Promise<number> =>
  (await call<{ data: { id: number } }>('/api/cities', { token, body: { data: { name } } })).data.id;
const citiesOf = async (): Promise<number[]> =>
  (
    await call<Profile>(`/api/lawyers/${profile}?populate=Property2`, { token })
  ).data.attributes.Property2?.data.map(({ id }) => id) ?? [];
const write = (data: object): Promise<unknown> =>
  call(`/api/lawyers/${profile}`, { method: 'PUT', token, body: { data } });

beforeAll(async () => {
  browser = await launchBrowser();
  token = await tokenOf(staffOf('administrator'));
  const own = await call<{ data: { id: number } | null }>('/api/directory/own', {
    token: await tokenOf(LAWYER),
  });
  if (own.data === null) throw new Error('the lawyer of the demo has no profile');
  profile = own.data.id;
  desk = await visitAsStaff(browser, await addEditor(['directory']));
});
afterAll(async () => {
  await desk.close();
  await browser.close();
});

it('merges two cities, after a preview, and undoes it', async () => {
  const before = await citiesOf();
  const [stays, goes] = [await aCity(NAMES.stays), await aCity(NAMES.goes)];
  await write({ Property2: [...before, goes] });
  const { page } = desk;
  await page.goto(`/console/directory-lists/cities?q=${mark}`);
  await page.getByRole('link', { name: NAMES.goes }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('checkbox', { name: NAMES.goes }).check();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const form = page.getByRole('form', { name: 'Merge' });
  await form.getByRole('combobox', { name: 'The city that remains' }).fill(NAMES.stays);
  await page.getByTitle(NAMES.stays).last().click();
  await form.getByText('These follow: 1 profile. What was merged goes to the trash.').waitFor();
  await form.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(citiesOf).toEqual([...before, stays]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(citiesOf).toEqual([...before, goes]);
  await write({ Property2: before });
});

it('edits a profile for its owner, who is mailed what changed', async () => {
  const isOfEdit = (subject: string): boolean => subject.startsWith('We have edited your profile');
  const mailsOfEdits = async (): Promise<number> => (await subjectsTo(LAWYER.email)).filter(isOfEdit).length;
  const { SubTitle: former } = (await call<Profile>(`/api/lawyers/${profile}`, { token })).data.attributes;
  const before = await mailsOfEdits();
  const { page } = desk;
  await page.goto(`/console/profiles/${profile}`);
  await page.getByRole('link', { name: 'Edit for the owner' }).click();
  await page.getByLabel('Qualification').fill(`${former} ${mark}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Edited for the owner').first().waitFor();
  const { SubTitle: edited } = (await call<Profile>(`/api/lawyers/${profile}`, { token })).data.attributes;
  expect(edited).toBe(`${former} ${mark}`);
  await expect.poll(mailsOfEdits).toBeGreaterThan(before);
  await write({ SubTitle: former });
});

it('gets a document from its owner, whom alone it serves it', async () => {
  const owner = await visitAsStaff(browser, LAWYER);
  await owner.page.goto('/account');
  const name = `Sanad ${mark}.pdf`;
  await owner.page
    .getByLabel('Add a document')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: PDF });
  await owner.page.getByText(name).first().waitFor();
  const { page } = desk;
  await page.goto(`/console/profiles/${profile}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${name}` }).click();
  expect((await download).suggestedFilename()).toBe(name);
  const { data } = await call<{ data: { documents: { id: string; name: string }[] } }>(
    `/api/directory/profiles/${profile}`,
    { token },
  );
  const [document] = data.documents.filter((one) => one.name === name);
  const path = `/api/directory/profiles/${profile}/evidence/${document?.id}`;
  expect(await statusOf(path)).toBe(403);
  expect(await statusOf(path, { token: await tokenOf(LAWYER) })).toBe(403);
  for (const folder of ['uploads', 'uploads/evidence', 'uploads/variants'])
    expect(await statusOf(`/${folder}/${document?.id}.pdf`)).toBe(404);
  await owner.page.getByRole('button', { name: `Remove ${name}` }).click();
  await owner.page.getByText('Document removed').waitFor();
  expect(await statusOf(path, { token })).toBe(404);
  await owner.close();
});
