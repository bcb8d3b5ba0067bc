import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser, type Visit } from './browser.ts';
import { addEditor, call, staffOf, statusOf, tokenOf, visitAsStaff } from './shop-site.ts';

// The desk of the directory with the real services: evidence from its owner to the desk.

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
