import path from 'node:path';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENTS, type Envelope } from '@vidhi/contracts/events.ts';
import { startConsumer, type RunningConsumer } from '@vidhi/messaging/consumer.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';

const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const SCRIPT = path.join(import.meta.dirname, 'server.ts');
const database = freshDatabase('accounts-registration');
const suffix = freshTopicSuffix();

/** A stand-in for notify: reports the configured events as known, and accepts subscribers. */
const ledger = { known: new Set<string>(), subscribers: [] as unknown[] };
let notify: Server;
let env: Record<string, string>;
let first: ServiceProcess;
let second: ServiceProcess;
/** Events of the mail topic, as often as they were published. */
const mails: Envelope[] = [];
let consumer: RunningConsumer;

beforeAll(async () => {
  notify = createServer(async (request, response) => {
    const body = (await json(request)) as { eventIds?: string[] };
    if (request.url === '/internal/subscribers') {
      ledger.subscribers.push(body);
      response.writeHead(202).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ known: (body.eventIds ?? []).filter((id) => ledger.known.has(id)) }));
  });
  await new Promise<void>((resolve) => notify.listen(0, '127.0.0.1', resolve));
  env = {
    MONGO_URL: database.url,
    KAFKA_BROKERS: testEngines().kafkaBrokers,
    REDIS_URL: testEngines().redisUrl,
    REDIS_PREFIX: `${freshQueuePrefix()}:`,
    SERVICE_TOKEN,
    TOPIC_SUFFIX: suffix,
    NOTIFY_URL: `http://127.0.0.1:${(notify.address() as AddressInfo).port}`,
  };
  [first, second] = await Promise.all([
    startServiceProcess({ script: SCRIPT, env }),
    startServiceProcess({ script: SCRIPT, env }),
  ]);
  consumer = startConsumer({
    client: connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'accounts-mail-test' }),
    groupId: `accounts-mail-test${suffix}`,
    topics: [`accounts.mail-requests${suffix}`],
    events: EVENTS,
    async handle(envelope) {
      mails.push(envelope);
      return 'applied';
    },
  });
});
afterAll(async () => {
  await consumer?.close();
  await Promise.all([first, second].map((service) => service?.end()));
  notify?.close();
  await database.drop();
});

const registrant = (name: string) => ({
  first_name: 'Bina',
  last_name: 'Rao',
  username: `${name}-user`,
  email: `${name}@example.com`,
  mobile: '9876543210',
  password: 'a fine secret',
  cpassword: 'a fine secret',
  role: 4,
  accept_legal_agreement: true,
});

let clients = 0;
/** Each request comes from another address, as limits are not what is tested here. */
const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${(clients += 1)}.1`,
      ...headers,
    },
    body: JSON.stringify(body),
  });

const mailsOf = (userId: number): Envelope[] =>
  mails.filter(({ aggregateId }) => aggregateId === String(userId));

interface Mail {
  template: string;
  to: { address: string } | null;
  link: string | null;
}
const resolveMail = async ({ data }: Envelope, url = first.url): Promise<Mail> => {
  const { requestId } = data as { requestId: string };
  const response = await post(
    `${url}/internal/mail-requests/${requestId}`,
    {},
    { 'x-service-token': SERVICE_TOKEN },
  );
  return (await response.json()) as Mail;
};

async function register(name: string): Promise<{ id: number }> {
  const response = await post(`${first.url}/api/users`, registrant(name));
  expect(response.status).toBe(201);
  return (await response.json()) as { id: number };
}

/** Resolves with the link of a mail to this user, once the mail was requested. */
async function linkOf(userId: number, template: string): Promise<URL> {
  let link = '';
  await expect
    .poll(async () => {
      const resolved = await Promise.all(mailsOf(userId).map((event) => resolveMail(event)));
      link = resolved.findLast((mail) => mail.template === template)?.link ?? '';
      return link;
    })
    .not.toBe('');
  return new URL(link);
}

describe('registration, as processes on real engines', () => {
  it('registers, confirms by the mailed link, and resets the password by another', async () => {
    const { id } = await register('one');
    await expect.poll(() => new Set(mailsOf(id).map(({ id: event }) => event)).size).toBe(2);
    const confirmation = await linkOf(id, 'email-confirmation');
    expect(confirmation.pathname).toBe('/confirm-email');
    const token = confirmation.searchParams.get('confirmation');
    const confirm = async () => {
      const response = await post(`${second.url}/api/auth/email-confirmation`, { confirmation: token });
      return [response.status, await response.json()];
    };
    expect(await confirm()).toEqual([200, { done: true, already: false }]);
    expect(await confirm()).toEqual([200, { done: true, already: true }]);
    const again = `${second.url}/api/auth/email-confirmation${confirmation.search}`;
    expect((await fetch(again, { redirect: 'manual' })).status).toBe(400);
    await post(`${second.url}/api/auth/forgot-password`, { email: 'ONE@example.com' });
    const code = (await linkOf(id, 'password-reset')).searchParams.get('code');
    const password = 'another secret';
    const reset = await post(`${first.url}/api/auth/reset-password`, {
      code,
      password,
      passwordConfirmation: password,
    });
    expect(reset.status).toBe(200);
    expect(
      (await post(`${second.url}/api/auth/local`, { identifier: 'one@example.com', password })).status,
    ).toBe(200);
  });

  it('spends a reset once when two processes get it twenty times at once', async () => {
    const { id } = await register('race');
    await post(`${first.url}/api/auth/forgot-password`, { email: 'race@example.com' });
    const code = (await linkOf(id, 'password-reset')).searchParams.get('code');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const password = `secret of ${index}`;
        const { url } = index % 2 === 0 ? first : second;
        return post(`${url}/api/auth/reset-password`, { code, password, passwordConfirmation: password });
      }),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('creates one account of twenty registrations at two processes', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post(`${index % 2 === 0 ? first.url : second.url}/api/users`, registrant('twins')),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('publishes the mails of an account although it is killed before it could, with the same ids', async () => {
    const killed = await startServiceProcess({
      script: SCRIPT,
      env: { ...env, KAFKA_BROKERS: '127.0.0.1:1' },
    });
    const response = await post(`${killed.url}/api/users`, registrant('survivor'));
    const { id } = (await response.json()) as { id: number };
    await killed.end('SIGKILL');
    await expect.poll(() => new Set(mailsOf(id).map(({ id: event }) => event)).size).toBe(2);
    const templates = await Promise.all(mailsOf(id).map((event) => resolveMail(event, second.url)));
    expect([...new Set(templates.map(({ template }) => template))].toSorted()).toEqual([
      'email-confirmation',
      'registration-notice',
    ]);
  });

  it('puts neither addresses nor names nor tokens on the topics', async () => {
    expect(JSON.stringify(mails)).not.toMatch(/example\.com|Bina|Rao|9876|code=|confirmation=/);
  });

  it('hands the newsletter its subscriber', async () => {
    const response = await post(`${first.url}/api/auth/local/register`, { email: 'Reader@Example.com' });
    expect([response.status, await response.json()]).toEqual([
      200,
      { user: { email: 'reader@example.com' } },
    ]);
    expect(ledger.subscribers).toEqual([{ email: 'reader@example.com', source: 'register' }]);
  });

  it('mails nobody for imported accounts and staff', async () => {
    const origin = { site: 'shop.example', demo: false };
    const items = [{ id: 4100, username: 'Imported', email: 'imported@example.com', role: 5 }];
    await post(`${first.url}/internal/import/users`, { items, origin }, { 'x-service-token': SERVICE_TOKEN });
    const staff = await post(
      `${first.url}/internal/staff`,
      { email: 'quiet@example.com', role: 10 },
      { 'x-service-token': SERVICE_TOKEN },
    );
    const { id: staffId } = (await staff.json()) as { id: number };
    // One process publishes in the order of the writes, so these would come before those of a later registration.
    const { id } = await register('after');
    await expect.poll(() => mailsOf(id).length).toBeGreaterThanOrEqual(2);
    expect([...mailsOf(4100), ...mailsOf(staffId)]).toEqual([]);
  });
});
