import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListBody } from '@vidhi/collections/all.ts';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { expect } from 'vitest';
import type { Browser } from 'playwright-core';
import { baseUrl, visit, type Visit } from './browser.ts';

// The shop of the running product for tests of its desk: staff that log in, orders that are there already, mails.

const inbox = process.env['E2E_MAIL_INBOX'] ?? '';
const sandbox = process.env['E2E_PAYMENT_SANDBOX'] ?? '';

export interface Account {
  email: string;
  password: string;
}

/** The demo's account of a role of staff. */
export function staffOf(role: 'editor' | 'administrator'): Account {
  const account = DEMO_STAFF.find((one) => one.role === role);
  if (account === undefined) throw new Error(`the demo has no ${role}`);
  return account;
}

interface Site {
  services: Readonly<Record<string, string>>;
  serviceToken: string;
}

/** The addresses of the running product's services, as its launcher has recorded them. */
const runningSite = async (): Promise<Site> =>
  JSON.parse(await readFile(join(process.env['E2E_DATA_DIR'] ?? '', 'run', 'services.json'), 'utf8')) as Site;

/** Creates an editor with some desks. */
export async function addEditor(desks: readonly string[]): Promise<Account> {
  const account = { email: uniqueMail('desk'), password: 'a-long-password-of-a-desk' };
  const { services, serviceToken } = await runningSite();
  await call(`${services['accounts']}/internal/staff`, {
    body: { ...account, role: 'editor', desks },
    headers: { 'x-service-token': serviceToken },
  });
  return account;
}

export const uniqueMail = (name: string): string =>
  `${name}.${Math.random().toString(36).slice(2)}@rao.example`;

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  token?: string;
  headers?: Readonly<Record<string, string>>;
}

const send = (url: string, { method, body, token, headers = {} }: CallOptions): Promise<Response> =>
  fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Resolves with the status of a call of the API. */
export const statusOf = async (path: string, options: CallOptions = {}): Promise<number> =>
  (await send(baseUrl() + path, options)).status;

/** Resolves with the response of a call of the API; rejects where it fails. */
export async function call<Body>(path: string, options: CallOptions = {}): Promise<Body> {
  const response = await send(path.startsWith('http') ? path : baseUrl() + path, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Body;
}

export async function tokenOf({ email, password }: Account): Promise<string> {
  const body = { identifier: email, password };
  return (await call<{ jwt: string }>('/api/auth/local', { body })).jwt;
}

/** Visits the product in a browser that is logged in. No page is open yet. */
export async function visitAsStaff(browser: Browser, { email, password }: Account): Promise<Visit> {
  const visited = await visit(browser);
  const { context } = visited;
  const response = await context.request.post('/api/auth/local', {
    // The session lasts: the browser gets a refresh token.
    headers: { origin: baseUrl(), 'x-keep-session': '1' },
    data: { identifier: email, password },
  });
  if (!response.ok()) throw new Error(`the login responded ${response.status()}`);
  await context.addInitScript(() => localStorage.setItem('vidhi.session', 'in'));
  return visited;
}

export interface DemoBook {
  id: number;
  title: string;
}

/** Resolves with books of the demo that no other test buys: the last ones. */
export async function lastBooks(count: number): Promise<DemoBook[]> {
  const query = `fields[0]=Title&pagination[pageSize]=${count}&sort=id:desc`;
  const { data } = await call<ListBody<'book'>>(`/api/books?${query}`);
  return data.map(({ id, attributes }) => ({ id, title: attributes.Title ?? '' }));
}

/** Counts copies of a book as received. */
export const receive = (token: string, book: number, copies: number): Promise<unknown> =>
  call(`/api/book-stock/${book}/moves`, {
    token,
    headers: { 'idempotency-key': `e2e-${Math.random().toString(36).slice(2)}` },
    body: { data: { kind: 'received', copies, reason: 'Of a test' } },
  });

const addressOf = (email: string, phone: string) => ({
  name: 'Meera Iyer',
  phone,
  email,
  address: '12 Court Road',
  pincode: '682001',
  city: 'Kochi',
  state: 'Kerala',
});

export interface HandOrder {
  id: string;
  purchase_number: string;
  email: string;
}

/** Writes an order down that was paid in cash, and is to be sent. */
export async function writeDown(token: string, book: number): Promise<HandOrder> {
  const email = uniqueMail('buyer');
  const { data } = await call<{ data: Omit<HandOrder, 'email'> }>('/api/purchases', {
    token,
    headers: { 'idempotency-key': `e2e-${email}` },
    body: {
      data: {
        channel: 'phone',
        method: 'cash',
        lines: [{ book_id: book, copies: 1 }],
        handed_over: false,
        email,
        billingAddress: addressOf(email, '9000000001'),
        sameAddress: 'Yes',
      },
    },
  });
  return { ...data, email };
}

interface Checkout {
  receipt: string;
  razorpay_order_id: string;
}

/** Puts copies of a book into a cart and begins its payment: the copies are held. */
export async function beginCheckout(
  book: number,
  { copies = 1, email = uniqueMail('buyer'), phone = '9876543210' } = {},
): Promise<Checkout> {
  const receipt = `e2e-${Math.random().toString(36).slice(2)}`.padEnd(24, '0');
  await call('/api/carts', {
    body: { data: { catalog_books: book, Quantity: copies, Batch_id: receipt } },
  });
  const order = await call<{ razorpay_order_id: string }>('/api/payment/checkout', {
    body: { receipt, billingAddress: addressOf(email, phone), sameAddress: true },
  });
  return { ...order, receipt };
}

/** Resolves with the id of an order that another site of the same account has made at the payment sandbox. */
export const foreignOrder = async (amount: number): Promise<string> =>
  (await call<{ id: string }>(`${sandbox}/control/orders`, { body: { amount } })).id;

type Paid = Readonly<Record<'razorpay_payment_id' | 'razorpay_order_id' | 'razorpay_signature', string>>;

/** Pays an order at the payment sandbox as a buyer would. */
export const payAtProvider = (orderId: string, webhook: 'sent' | 'lost' = 'sent'): Promise<Paid> =>
  call<Paid>(`${sandbox}/control/pay`, {
    body: { order_id: orderId, outcome: 'captured', method: 'card', webhook },
  });

export interface ShopOrder {
  id: string;
  purchase_number: string;
  bill_number: string;
  paymentId: string;
  total_paise: number;
  lines: { id: number }[];
}

/** Resolves with the order of a payment as soon as it has a bill. */
export async function orderOfPayment(token: string, paymentId: string): Promise<ShopOrder> {
  let found: ShopOrder | undefined;
  const find = async (): Promise<string | null> => {
    const { data } = await call<{ data: ShopOrder[] }>(`/api/purchases?q=${paymentId}`, { token });
    found = data[0];
    return found?.bill_number ?? null;
  };
  await expect.poll(find).not.toBeNull();
  return { ...(found as ShopOrder), paymentId };
}

/** A guest buys copies of a book. */
export async function buy(
  token: string,
  book: number,
  options: { copies?: number; email?: string; phone?: string },
): Promise<ShopOrder> {
  const checkout = await beginCheckout(book, options);
  const paid = await payAtProvider(checkout.razorpay_order_id);
  await call('/api/payment/verify', { body: paid });
  return orderOfPayment(token, paid.razorpay_payment_id);
}

/** Resolves with the subjects of the mails to an address, sorted: mails of different events arrive in any order. */
export async function subjectsTo(email: string): Promise<string[]> {
  const mails = await call<{ subject: string }[]>(`${inbox}/messages?to=${encodeURIComponent(email)}`);
  return mails.map(({ subject }) => subject).toSorted();
}

/**
 * Returns whether a problem of a console page has to do with its own test: several tests save settings of the one site, and a page
 * that comes second reads them again and saves its own.
 */
export const isOfOneTest = (problem: string): boolean =>
  !(problem.includes('status of 412') && problem.includes('/api/site-options'));
