import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { findNode } from '@vidhi/local/node-runtime.mjs';
import { ensureWebBuild } from '@vidhi/local/web-build.mjs';
import { startOwnProduct, type OwnProduct } from '@vidhi/harness/own-product.ts';
import { namedSeries, readRecordedSeries, seriesIn } from '../../infra/deploy/src/series.ts';
import { ALLOWED } from './allowed-canaries.ts';
import { createCanarySearch, type Canary } from './canary-search.ts';
import { ENTERED, aPortrait, createVisitor, type VisitorResponse, type Visitor } from './canary-visitor.ts';
import { readMetrics, readRecordedFiles, type RecordedOutput } from './recorded-output.ts';
import { isWholeTrace } from './registration-trace.ts';
import { startTraceReceiver, type TraceReceiver } from './trace-receiver.ts';

// People enter canaries everywhere; afterwards no log, topic, Redis command, metric, span or file may contain one.

const STARTING_MS = 600_000;
const SOON = { timeout: 300_000, interval: 100 };
const BOOK = 1;
const RETRIES = '1000,2000,5000,10000,20000,60000';
const VISITOR_ADDRESS = '203.0.113.177';
const BUYER_ADDRESS = '203.0.113.178';
const STAFF_ADDRESS = '203.0.113.179';

const ended = new AbortController();
let receiver: TraceReceiver;
let product: OwnProduct;
let outputs: RecordedOutput[];
const canaries: Canary[] = [
  ...Object.entries(ENTERED).map(([what, text]) => ({ what, text })),
  { what: 'IP address of a visitor', text: VISITOR_ADDRESS },
  { what: 'IP address of a buyer', text: BUYER_ADDRESS },
  { what: 'IP address of staff', text: STAFF_ADDRESS },
];
const visitors: Visitor[] = [];
/** Trace of the registration. */
const traceId = randomBytes(16).toString('hex');
const failures: string[] = [];

const {
  email,
  username,
  firstName,
  lastName,
  phone,
  password,
  newPassword,
  lastPassword,
  buyer,
  buyerEmail,
  address,
} = ENTERED;

function visitorAt(ipAddress: string): Visitor {
  const { gateway, publicUrl } = product.addresses();
  const visitor = createVisitor(gateway, publicUrl, ipAddress);
  visitors.push(visitor);
  return visitor;
}

function parse<Body>({ status, text }: VisitorResponse, expected: number): Body {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${text.slice(0, 500)}`);
  return JSON.parse(text === '' ? '{}' : text) as Body;
}

/** Notes a secret that the site gave. */
function secret<Text extends string>(what: string, text: Text): Text {
  canaries.push({ what, text });
  return text;
}

/** Resolves with the link of this pathname in a mail to an address; waits for it. */
async function mailedLink(to: string, pathname: string): Promise<URL> {
  const { mailInbox } = product.addresses();
  const find = async (): Promise<URL | undefined> => {
    const mails = await (await fetch(`${mailInbox}/messages?to=${encodeURIComponent(to)}`)).json();
    return (mails as { text: string }[])
      .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      .map((link) => new URL(link))
      .find((link) => link.pathname === pathname);
  };
  await vi.waitUntil(async () => (await find()) !== undefined, SOON);
  return (await find()) ?? new URL('about:blank');
}

async function mailCount(to: string): Promise<number> {
  const { mailInbox } = product.addresses();
  const mails = await (await fetch(`${mailInbox}/messages?to=${encodeURIComponent(to)}`)).json();
  return (mails as unknown[]).length;
}

async function rejectNextMails(to: string): Promise<void> {
  const body = JSON.stringify({ kind: 'reject', times: 1, to, code: 451 });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${product.addresses().mailInbox}/faults`, { method: 'POST', headers, body });
}

/**
 * Repeats a request that gets 503: a write while the database of an overloaded machine is late, or a profile until catalog
 * has read its account from Kafka.
 */
async function untilAvailable(send: () => Promise<VisitorResponse>): Promise<VisitorResponse> {
  let response = await send();
  await vi.waitUntil(async () => response.status !== 503 || (response = await send()).status !== 503, SOON);
  return response;
}

async function registerLawyer(visitor: Visitor): Promise<void> {
  const person = { first_name: firstName, last_name: lastName, mobile: phone };
  const terms = { is_adult: true, accept_legal_agreement: true };
  const account = { email, username, password, cpassword: password, role: 5, ...person, ...terms };
  await rejectNextMails(email);
  const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
  const registered = await untilAvailable(() => visitor.send('POST', '/api/users', account, { traceparent }));
  const { id } = parse<{ id: number }>(registered, 201);
  await visitor.send('POST', '/api/users', account);
  const [picture] = parse<{ id: number }[]>(await visitor.send('POST', '/api/upload', aPortrait()), 200);
  const contact = {
    email_address: ENTERED.contactEmail,
    phone_number: ENTERED.contactPhone,
    address: ENTERED.contactAddress,
    website_link: 'velmoria.example',
  };
  const data = {
    users_permissions_user: id,
    Title: 'A canary of the bar',
    SubTitle: 'Civil appeals',
    Identifier: ENTERED.identifier,
    DisplayDate: '2001-06-15',
    Detail1: '<p>First paragraph.</p>',
    contact,
    PrimaryImageId: picture?.id,
  };
  const made = await untilAvailable(() => visitor.send('POST', '/api/lawyers', { data }));
  expect([made.text, made.status]).toEqual([expect.anything(), expect.toBeOneOf([200, 201])]);
}

async function confirmAddress(visitor: Visitor): Promise<void> {
  const link = await mailedLink(email, '/confirm-email');
  const confirmation = secret('confirmation token', link.searchParams.get('confirmation') ?? '');
  expect((await visitor.send('GET', `${link.pathname}${link.search}`)).status).toBe(200);
  parse(await visitor.send('POST', '/api/auth/email-confirmation', { confirmation }), 200);
  // For API clients; a token that was used is rejected.
  const url = `/api/auth/email-confirmation${link.search}`;
  expect((await visitor.send('GET', url)).status).toBe(400);
}

async function logIn(visitor: Visitor, identifier: string, secretWord: string): Promise<string> {
  const response = await visitor.send('POST', '/api/auth/local', { identifier, password: secretWord });
  return secret(`access token of ${identifier}`, parse<{ jwt: string }>(response, 200).jwt);
}

async function changePasswords(visitor: Visitor): Promise<void> {
  const wrong = { identifier: email, password: ENTERED.wrongPassword };
  expect((await visitor.send('POST', '/api/auth/local', wrong)).status).toBe(400);
  await logIn(visitor, email, password);
  await visitor.send('POST', '/api/auth/refresh', {});
  parse(await visitor.send('POST', '/api/auth/forgot-password', { email }), 200);
  const link = await mailedLink(email, '/reset-password');
  const code = secret('reset code', link.searchParams.get('code') ?? '');
  const reset = { code, password: newPassword, passwordConfirmation: newPassword };
  parse(await visitor.send('POST', '/api/auth/reset-password', reset), 200);
  expect((await visitor.send('POST', '/api/auth/reset-password', reset)).status).toBe(400);
  const authorization = `Bearer ${await logIn(visitor, email, newPassword)}`;
  const change = { currentPassword: newPassword, password: lastPassword, passwordConfirmation: lastPassword };
  parse(await visitor.send('POST', '/api/auth/change-password', change, { authorization }), 200);
}

async function buy(guest: Visitor): Promise<void> {
  const receipt = secret('Batch_id of a cart', 'cart-of-a-canary-0123456789abcdef');
  const data = { catalog_books: BOOK, Quantity: 1, Batch_id: receipt };
  // Until cart-orders has read the book.
  await vi.waitUntil(async () => (await guest.send('POST', '/api/carts', { data })).status === 200, SOON);
  const billingAddress = {
    name: buyer,
    phone: ENTERED.buyerPhone,
    email: buyerEmail,
    address,
    pincode: '411001',
  };
  const order = {
    receipt,
    billingAddress,
    sameAddress: true,
    card_number: ENTERED.card,
    gstin: ENTERED.gstin,
  };
  const checkout = parse<{ id: string }>(await guest.send('POST', '/api/payment/checkout', order), 200);
  const payment = { order_id: checkout.id, outcome: 'captured', webhook: 'sent', card: ENTERED.card };
  const paid = await fetch(`${product.addresses().paymentSandbox}/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  });
  const confirmation = (await paid.json()) as { razorpay_signature: string };
  const forged = {
    ...confirmation,
    razorpay_signature: ENTERED.forgedSignature,
    card: { number: ENTERED.card },
  };
  expect((await guest.send('POST', '/api/payment/verify', forged)).status).toBe(400);
  secret('signature of a payment', confirmation.razorpay_signature);
  parse(await guest.send('POST', '/api/payment/verify', confirmation), 200);
  await guest.send('POST', '/api/payment/webhook', forged, {
    'x-razorpay-signature': ENTERED.forgedSignature,
  });
  await vi.waitUntil(async () => (await mailCount(buyerEmail)) > 0, SOON);
}

async function writeAsStaff(staff: Visitor): Promise<void> {
  const administrator = DEMO_STAFF.find(({ role }) => role === 'administrator');
  if (administrator === undefined) throw new Error('the demo has no administrator');
  const authorization = `Bearer ${await logIn(staff, administrator.email, administrator.password)}`;
  const post = { data: { title: 'A post of a canary', slug: 'post-of-a-canary' } };
  const traced = { authorization, traceparent: ENTERED.forgedTrace };
  parse(await staff.send('POST', '/api/posts', post, traced), 200);
  await staff.send('POST', '/api/posts', post, { authorization });
  await staff.send('POST', '/api/books', { data: { Title: 7, note: address } }, { authorization });
  await staff.send('POST', '/api/posts', `{"data":{"title":"${address}"`, { authorization });
}

async function sendForgeries(visitor: Visitor): Promise<void> {
  const { forgedToken, forgedServiceToken, forgedCookie, query, card } = ENTERED;
  const headers = {
    authorization: `Bearer ${forgedToken}`,
    'x-service-token': forgedServiceToken,
    cookie: `vidhi_session=${forgedCookie}; vidhi_cart=${forgedCookie}`,
  };
  const search = new URLSearchParams({ _q: `${query} ${address}`, access_token: forgedToken }).toString();
  const paths = [
    `/api/books?${search}`,
    `/api/posts?${search}`,
    `/api/posts?filters[${query}][$eq]=${card}`,
    `/search?${search}`,
    `/catalogs/books?q=${query}`,
    `/${query}/${card}`,
    `/%E0%A4%A?q=${query}`,
    `/api/users?filters[email]=${encodeURIComponent(email)}`,
    `/api/payment/fetch?payment_id=${card}`,
    `/internal/purchases/${query}`,
    `/metrics?token=${forgedServiceToken}`,
  ];
  for (const path of paths)
    for (const method of ['GET', 'PUT', 'DELETE'])
      await visitor.send(method, path, undefined, method === 'GET' ? {} : headers);
  for (const path of paths) await visitor.send('GET', path, undefined, headers);
  const texts = Object.values(ENTERED);
  for (const path of ['/api/users', '/api/auth/local', '/api/carts', '/api/payment/checkout', '/api/email'])
    for (const body of [`{"password": "${password}", "email": "${email}", }`, JSON.stringify(texts)])
      await visitor.send('POST', path, body, headers);
  for (const type of ['text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    await visitor.send('POST', '/api/users', texts.join('&'), { ...headers, 'content-type': type });
}

async function writeToSite(visitor: Visitor): Promise<void> {
  const { writer: name, writerEmail, message, subscriber } = ENTERED;
  const form = { name, email: writerEmail, subject: `Of ${name}`, message };
  parse(await visitor.send('POST', '/api/email', form), 200);
  await visitor.send('POST', '/api/coming-soon-users', { data: { email: subscriber } });
  await vi.waitUntil(async () => (await mailCount(subscriber)) > 0, SOON);
}

/** Requests while each engine in turn is unreachable, as their failures are logged. */
async function useWithoutEngines(visitor: Visitor): Promise<void> {
  for (const engine of ['redis', 'kafka', 'mongo'] as const) {
    const proxy = product.proxies.get(engine);
    await proxy?.set('cut');
    await visitor.send('POST', '/api/users', {
      email: `again.${email}`,
      username: `again-${username}`,
      password,
    });
    await visitor.send('POST', '/api/auth/local', { identifier: email, password: lastPassword });
    await visitor.send('POST', '/api/payment/checkout', {
      receipt: ENTERED.query,
      billingAddress: { address },
    });
    await visitor.send('POST', '/api/email', {
      name: ENTERED.writer,
      email: ENTERED.writerEmail,
      subject: 'Again',
      message: ENTERED.message,
    });
    await proxy?.set('open');
  }
}

function originsOf(): Record<string, string> {
  const { gateway, services, mailInbox, paymentSandbox } = product.addresses();
  const { news, ...others } = services;
  const readers = Object.fromEntries(news.read.map((url, index) => [`news-reader-${index + 1}`, url]));
  return { gateway, ...others, news: news.write, ...readers, mailInbox, paymentSandbox };
}

beforeAll(async () => {
  await ensureWebBuild({ node: findNode() });
  receiver = await startTraceReceiver();
  product = await startOwnProduct({
    name: 'canaries',
    hasProxies: true,
    // Debug contains every line of the level in production, info.
    addedEnv: () => ({
      LOG_LEVEL: 'debug',
      ACCESS_LOG_SHARE: '1',
      SMTP_DEADLINE_MS: '4000',
      MAIL_RETRY_MS: RETRIES,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    }),
    ended: ended.signal,
    say: () => undefined,
  });
  await product.ensureStaff();
  await product.importParts([
    { service: 'catalog', type: 'book', items: [{ id: BOOK, Title: 'Book', Price: 410 }] },
  ]);
  const visitor = visitorAt(VISITOR_ADDRESS);
  const steps: [what: string, step: () => Promise<void>][] = [
    ['register', () => registerLawyer(visitor)],
    ['confirm the address', () => confirmAddress(visitor)],
    ['change passwords', () => changePasswords(visitor)],
    ['write to the site', () => writeToSite(visitor)],
    ['buy', () => buy(visitorAt(BUYER_ADDRESS))],
    ['write as staff', () => writeAsStaff(visitorAt(STAFF_ADDRESS))],
    ['send forgeries', () => sendForgeries(visitorAt(VISITOR_ADDRESS))],
  ];
  for (const [what, step] of steps)
    await step().catch((error: unknown) => void failures.push(`${what}: ${String(error)}`));
  const metrics = await readMetrics(originsOf(), product.addresses().serviceToken);
  await useWithoutEngines(visitorAt(VISITOR_ADDRESS));
  // The test of the trace shows what is missing.
  await vi.waitUntil(() => isWholeTrace(receiver.treeOf(traceId)), SOON).catch(() => undefined);
  const spans = receiver.bodies().map((bytes) => ({ where: 'spans', bytes }));
  outputs = [...readRecordedFiles(product.dataDir), ...metrics, ...spans];
}, STARTING_MS + 1_200_000);
afterAll(async () => {
  ended.abort();
  await product?.close();
  await receiver?.close();
}, STARTING_MS);

it('nobody finds what people entered in logs, topics, Redis, metrics, spans and files', () => {
  const search = createCanarySearch([...canaries, ...visitors.flatMap(({ received }) => received)]);
  const found = new Set(
    outputs.flatMap(({ where, bytes }) => search(bytes).map((what) => `${what} in ${where}`)),
  );
  const isAllowed = (line: string): boolean => ALLOWED.some(({ pattern }) => pattern.test(line));
  expect([...found].filter((line) => !isAllowed(line)).toSorted()).toEqual([]);
  const unused = ALLOWED.filter(({ pattern }) => ![...found].some((line) => pattern.test(line)));
  expect(unused).toEqual([]);
});

it('the search reads the log of each process, topics with records, Redis, spans and all metrics', () => {
  const places = outputs.filter(({ bytes }) => bytes.length > 0).map(({ where }) => where);
  const processes = ['gateway', 'news', 'catalog', 'accounts', 'notify', 'cart-orders', 'payments', 'web'];
  expect(places).toEqual(expect.arrayContaining(processes.map((name) => `log ${name}`)));
  expect(places).toEqual(
    expect.arrayContaining(['redis', 'spans', 'topic accounts.users', 'topic orders.purchases']),
  );
  expect(places).toEqual(expect.arrayContaining(['metrics gateway', 'metrics accounts', 'metrics web']));
});

it('people did everything that the search is about', () => {
  expect(failures).toEqual([]);
});

it('every series that an alert, a panel or the metrics adapter names is one of the running product', () => {
  const running = new Set(
    outputs
      .filter(({ where }) => where.startsWith('metrics '))
      .flatMap(({ bytes }) => seriesIn(bytes.toString())),
  );
  expect(namedSeries().size).toBeGreaterThan(30);
  expect([...namedSeries()].filter((name) => !running.has(name))).toEqual([]);
  expect([...readRecordedSeries()].filter((name) => !running.has(name))).toEqual([]);
});

it('the counter of sent mails has a series for dead ones before a mail is dead', () => {
  const notify = outputs.find(({ where }) => where === 'metrics notify');
  expect(String(notify?.bytes)).toMatch(/^vidhi_notify_mail_attempts_total\{[^}]*result="dead"[^}]*\} 0$/m);
});

it('a registration is one trace, from the gateway over Kafka to the mail server', () => {
  const tree = receiver.treeOf(traceId);
  process.stdout.write(`${tree.join('\n')}\n`);
  expect(tree.slice(0, 3)).toEqual([
    'gateway: POST accounts (server)',
    expect.stringMatching(/^ {2}gateway: POST \(client\)$/),
    expect.stringMatching(/^ {4}accounts: POST \/api\/users \(server\)$/),
  ]);
  expect(tree).toContainEqual(
    expect.stringMatching(/^ {6}notify: process accounts\.mail-requests.* \(consumer\)$/),
  );
  expect(tree).toContainEqual(expect.stringMatching(/^ {8}linked to accounts: publish .*\(producer\)$/));
  expect(tree).toContainEqual(expect.stringMatching(/^ {8}notify: send mail .*\(consumer\)$/));
  expect(tree).toContainEqual(expect.stringMatching(/^ {10}notify: SMTP send \(client\)$/));
});
