import { join } from 'node:path';
import type { ListBody } from '@vidhi/collections/all.ts';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { type Picture, readGuideOptions, takePictures } from './guide-pictures.ts';

// Pictures of docs/shop.md: `npm run web:shop-guide [-- --url URL] [--out FOLDER]`, of a running site with the demo. Imports, prices
// and refunds are previewed; a site without orders gets one by hand, and one without an open payment link gets one.

const { site, folder } = readGuideOptions(join(import.meta.dirname, '../../docs/shop'));

const FILE = [
  'title,isbn,price,discount,authors,publishers,categories',
  'Law of Bail in India,978-81-000-0000-7,450,10,A. Rao | B. Sen,Nyaya Press,',
  'Evidence for Trial Lawyers,978-0-306-40615-8,795,,A. Rao,Nyaya Press,',
  'Drafting a Plaint,,free,,,,Cooking',
].join('\n');

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

/** Copies of the first books of the shop. */
async function someLines(): Promise<{ book_id: number; copies: number }[]> {
  const { data } = await request<ListBody<'book'>>('/api/books?pagination[pageSize]=2', null);
  return data.map(({ id }) => ({ book_id: id, copies: 1 }));
}

/** Resolves with the title of the first book of the shop. */
async function aTitle(): Promise<string> {
  const { data } = await request<ListBody<'book'>>('/api/books?pagination[pageSize]=1&fields[0]=Title', null);
  return data[0]?.attributes.Title ?? '';
}

/** Resolves with the id of an open payment link; creates one on a site that has none. Nobody is mailed. */
async function aPaymentLink(token: string): Promise<string> {
  const { data } = await request<{ data: { id: string }[] }>('/api/payment-links?state=open', token);
  const [newest] = data;
  if (newest !== undefined) return newest.id;
  const written = await request<{ data: { id: string } }>('/api/payment-links', token, {
    data: {
      channel: 'phone',
      lines: await someLines(),
      shipping_paise: 5_000,
      billingAddress: ADDRESS,
      sameAddress: 'Yes',
      days: 7,
      mail: false,
    },
  });
  return written.data.id;
}

/** Resolves with the id of the newest order; writes one down on a site that has none. */
async function anOrder(token: string): Promise<string> {
  const { data } = await request<{ data: { id: string }[] }>('/api/purchases', token);
  const [newest] = data;
  if (newest !== undefined) return newest.id;
  const lines = await someLines();
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

const picturesOfOrders = (order: string, link: string, title: string): readonly Picture[] => [
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
    name: 'new-order',
    path: '/console/orders/new',
    async prepare(page) {
      const choice = page.getByLabel('Add a book');
      await choice.fill(title);
      await page.getByTitle(title, { exact: false }).first().click();
      await page.getByRole('button', { name: /^Remove / }).waitFor();
      await page.getByLabel('Number of the payment').fill('402218771234');
    },
  },
  {
    name: 'payment-link',
    path: `/console/payment-links/${link}`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Copy' }).waitFor();
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

const administrator = DEMO_STAFF.find(({ role }) => role === 'administrator');

const { jwt } = await request<{ jwt: string }>('/api/auth/local', null, {
  identifier: administrator?.email,
  password: administrator?.password,
});
await takePictures(site, folder, [
  ...picturesOfOrders(await anOrder(jwt), await aPaymentLink(jwt), await aTitle()),
  ...PICTURES,
]);
