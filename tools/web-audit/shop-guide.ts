import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './browser.ts';
import { lateFonts } from './late-fonts.ts';
import { logIn } from './log-in.ts';

// Pictures of docs/shop.md: `npm run web:shop-guide [-- --url URL] [--out FOLDER]`, of a running site with the demo. Imports, prices
// and refunds are previewed; a site without orders gets one by hand.

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    out: { type: 'string', default: join(import.meta.dirname, '../../docs/shop') },
  },
});
const site = values.url.replace(/\/$/, '');
const folder = resolve(values.out);

const SIZE = { width: 1_200, height: 800 };
const MAX_BYTES = 150 * 1_000;
const COLOURS = [64, 32, 16];
const STEP_MS = 60_000;

const FILE = [
  'title,isbn,price,discount,authors,publishers,categories',
  'Law of Bail in India,978-81-000-0000-7,450,10,A. Rao | B. Sen,Nyaya Press,',
  'Evidence for Trial Lawyers,978-0-306-40615-8,795,,A. Rao,Nyaya Press,',
  'Drafting a Plaint,,free,,,,Cooking',
].join('\n');

/** A picture of a page, after what `prepare` does there. */
interface Picture {
  name: string;
  path: string;
  prepare: (page: Page) => Promise<unknown>;
}

const ADDRESS = {
  name: 'Meera Iyer',
  phone: '9000000001',
  email: 'meera@reader.example',
  address: '12 Court Road',
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682001',
};

async function request<Body>(path: string, token: string | null, body?: object): Promise<Body> {
  const response = await fetch(site + path, {
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'idempotency-key': 'shop-guide',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return (await response.json()) as Body;
}

/** Resolves with the id of the newest order; writes one down on a site that has none. */
async function anOrder(token: string): Promise<string> {
  const { data } = await request<{ data: { id: string }[] }>('/api/purchases', token);
  const [newest] = data;
  if (newest !== undefined) return newest.id;
  const books = await request<{ data: { id: number }[] }>('/api/books?pagination[pageSize]=2', null);
  const lines = books.data.map(({ id }) => ({ book_id: id, copies: 1 }));
  const written = await request<{ data: { id: string } }>('/api/purchases', token, {
    data: {
      channel: 'phone',
      method: 'upi',
      reference: '402218771234',
      lines,
      handed_over: false,
      email: ADDRESS.email,
      billingAddress: ADDRESS,
      sameAddress: 'Yes',
    },
  });
  return written.data.id;
}

const picturesOfOrders = (order: string): readonly Picture[] => [
  {
    name: 'orders',
    path: '/console/orders?view=all',
    async prepare(page) {
      await page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'order',
    path: `/console/orders/${order}`,
    async prepare(page) {
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    },
  },
  {
    name: 'refund',
    path: `/console/orders/${order}`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Refund' });
      await form.getByRole('spinbutton').first().fill('1');
      await form.getByLabel('Reason, for staff').fill('One copy came damaged');
    },
  },
  {
    name: 'settings',
    path: '/console/shop-settings',
    async prepare(page) {
      await page.getByRole('heading', { name: 'Shipping' }).waitFor();
    },
  },
];

const PICTURES: readonly Picture[] = [
  {
    name: 'import',
    path: '/console/books/import',
    async prepare(page) {
      await page
        .getByLabel('CSV file')
        .setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
      await page.getByRole('heading', { name: 'Preview of books.csv' }).waitFor();
    },
  },
  {
    name: 'prices',
    path: '/console/books/prices',
    async prepare(page) {
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('heading', { name: 'Preview' }).waitFor();
    },
  },
  {
    name: 'stock',
    path: '/console/stock',
    async prepare(page) {
      await page.locator('tbody tr').nth(5).waitFor();
    },
  },
  {
    name: 'money',
    path: '/console/money',
    async prepare(page) {
      await page.getByText(/^\d+ differences?\. Compared/).waitFor();
      await page.getByRole('heading', { name: 'Sales' }).waitFor();
    },
  },
];

/** Compresses to a PNG below the size limit, with as many colours as fit. */
async function compress(png: Buffer, name: string): Promise<Buffer> {
  for (const colours of COLOURS) {
    const small = await sharp(png).png({ palette: true, colours, effort: 8, dither: 0 }).toBuffer();
    if (small.length < MAX_BYTES) return small;
  }
  throw new Error(`${name} is larger than ${MAX_BYTES} bytes`);
}

async function shoot(page: Page, { name, path, prepare }: Picture): Promise<void> {
  await page.goto(site + path);
  await prepare(page);
  await page.waitForLoadState('networkidle');
  await lateFonts(page);
  const picture = await compress(await page.screenshot({ animations: 'disabled' }), name);
  writeFileSync(join(folder, `${name}.png`), picture);
  console.log(`${name}.png: ${Math.round(picture.length / 1_000)} KB`);
}

const administrator = DEMO_STAFF.find(({ role }) => role === 'administrator');

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  await logIn(context, site, 'administrator');
  const { jwt } = await request<{ jwt: string }>('/api/auth/local', null, {
    identifier: administrator?.email,
    password: administrator?.password,
  });
  for (const picture of [...picturesOfOrders(await anOrder(jwt)), ...PICTURES]) {
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    await shoot(page, picture);
    // Unsaved values of a form would ask before the next page.
    await page.close({ runBeforeUnload: false });
  }
} finally {
  await browser.close();
}
