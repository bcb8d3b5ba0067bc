import { createConnection, type Connection } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { COLLECTIONS } from '../collections.ts';
import { MAILS } from '../ledger/mail-collection.ts';
import { createMailLedger, type MailLedger } from '../ledger/mail-ledger.ts';
import { mailId, messageIdOf } from '../ledger/mail.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import { mongoListKeys } from '../newsletter/list-keys.ts';
import { SUBSCRIBERS } from '../subscribers/subscriber-collection.ts';
import { subscriberId } from '../subscribers/subscriber.ts';
import { mongoSubscriberStore, type SubscriberStore } from '../subscribers/subscriber-store.ts';
import { createRecordRejection } from './apply-bounce.ts';
import { createBounceTokens } from './bounce-token.ts';
import { createBounces, type Bounces } from './create-bounces.ts';
import { anImapServer, type ImapServer } from './imap-server-builder.ts';

const ASHA = 'asha@example.in';
const READER = subscriberId(ASHA);
const PAST = new Date('2026-01-01T10:00:00.000Z');
const END = new Date('2100-01-01T10:00:00.000Z');
const mailOf = (issue: number) => ({
  eventId: `newsletter.sent:${issue}:${READER}`,
  planned: {
    template: 'newsletter',
    role: 'subscriber',
    source: { kind: SOURCE.newsletter, id: `${issue}/${READER}` },
  },
});
const idOf = (issue: number): string => mailId(mailOf(issue).eventId, mailOf(issue).planned);

let database: FreshDatabase;
let connection: Connection;
let subscribers: SubscriberStore;
let ledger: MailLedger;
let server: ImapServer;
let bounces: Bounces;

const createWith = (more: Partial<Pick<MailLedger, 'markBounced'>> = {}): Bounces =>
  createBounces({
    mailbox: { url: server.url, addressOf: (token) => `bounces+${token}@site.example` },
    keys: mongoListKeys(connection),
    ledger: { findMail: ledger.findMail, markBounced: more.markBounced ?? ledger.markBounced },
    subscribers,
    metrics: createMetrics('notify'),
  });

beforeAll(async () => {
  database = freshDatabase('bounces');
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, COLLECTIONS);
  subscribers = mongoSubscriberStore(connection);
  ledger = createMailLedger({
    connection,
    domain: 'site.example',
    leaseMs: 60_000,
    smtpDeadlineMs: 30_000,
    retryMs: [1],
  });
});
beforeEach(async () => {
  server = await anImapServer();
  bounces = createWith();
  await subscribers.addConsented([ASHA], { id: 'act', at: PAST });
  await ledger.insertBatch([mailOf(1), mailOf(2)]);
});
afterEach(async () => {
  await server.close();
  await connection.collection(SUBSCRIBERS.name).deleteMany({});
  await connection.collection(MAILS.name).deleteMany({});
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const statusOf = (status: string, action = 'failed'): string =>
  `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ${ASHA}\r\nAction: ${action}\r\nStatus: ${status}\r\n`;

/** Puts a report of the mail of an issue into the mailbox, as the return path of the mail says. */
async function comesBack(issue: number, status = '5.1.1', action?: string): Promise<void> {
  const path = await bounces.returnPathOf({ id: idOf(issue), template: 'newsletter' });
  server.add({ to: path?.address ?? '', status: statusOf(status, action) });
}

const reader = () => subscribers.find(READER);
const row = (issue: number) =>
  connection.collection<{ _id: string }>(MAILS.name).findOne({ _id: idOf(issue) });

describe('a newsletter that comes back', () => {
  it('ends the mails to a mailbox that does not exist, and its row says so', async () => {
    await comesBack(1);
    await bounces.read();
    expect(await reader()).toMatchObject({
      state: 'BOUNCED',
      bounces: 1,
      bounceStatus: '5.1.1',
      email: ASHA,
    });
    expect(await row(1)).toMatchObject({ bounceKind: 'hard', bounceStatus: '5.1.1' });
    expect(await subscribers.countRecipients(END)).toBe(0);
    expect(await ledger.countBounced('newsletter.sent:1:')).toBe(1);
    expect(await ledger.countBounced('newsletter.sent:2:')).toBe(0);
  });

  it('is counted where the mailbox did not take it this time', async () => {
    await comesBack(1, '5.2.2');
    await comesBack(2, '4.4.7');
    await bounces.read();
    expect(await reader()).toMatchObject({ state: 'CONFIRMED', bounces: 2, bounceStatus: '4.4.7' });
    expect(await row(1)).toMatchObject({ bounceKind: 'soft' });
    expect(await subscribers.countRecipients(END)).toBe(1);
  });

  it('is counted once, however often it is reported', async () => {
    for (const _ of [1, 2, 3]) await comesBack(1, '5.2.2');
    await bounces.read();
    await comesBack(1, '5.1.1');
    await bounces.read();
    expect(await reader()).toMatchObject({ state: 'CONFIRMED', bounces: 1 });
    expect(server.unseen()).toBe(0);
  });

  it('is unknown where its mail was sent so long ago that its row is trimmed, and stops no report after it', async () => {
    const claim = await ledger.claim(idOf(1));
    if (claim === null) throw new Error('the mail is not due');
    await ledger.markSent(claim);
    await ledger.trimEndedBefore(END);
    await comesBack(1);
    await comesBack(2, '4.4.7');
    await bounces.read();
    expect(server.unseen()).toBe(0);
    expect(await reader()).toMatchObject({ state: 'CONFIRMED', bounces: 1 });
    expect(await row(1)).not.toHaveProperty('bouncedAt');
  });

  it('is no failure while it is delayed', async () => {
    await comesBack(1, '4.4.1', 'delayed');
    await bounces.read();
    expect(await reader()).not.toHaveProperty('bounces');
    expect(await row(1)).not.toHaveProperty('bouncedAt');
  });

  it('is known by the headers that come back, where the report went to the plain address', async () => {
    const path = await bounces.returnPathOf({ id: idOf(1), template: 'newsletter' });
    const returned = `Message-ID: ${messageIdOf(idOf(1), 'site.example')}\r\nX-Bounce-Token: ${path?.token}\r\n`;
    server.add({ to: 'bounces@site.example', status: statusOf('5.1.1'), returned });
    await bounces.read();
    expect(await reader()).toMatchObject({ state: 'BOUNCED' });
  });

  it('changes nothing for a reader who has unsubscribed', async () => {
    await subscribers.erase(READER);
    await comesBack(1);
    await bounces.read();
    expect(await reader()).toMatchObject({ state: 'UNSUBSCRIBED' });
    expect(await reader()).not.toHaveProperty('email');
    expect(await row(1)).toMatchObject({ bounceKind: 'hard' });
  });
});

describe('a newsletter whose mailbox does not exist, as the server says at once', () => {
  const reject = async (issue: number, kind?: string): Promise<void> => {
    const claim = await ledger.claim(idOf(issue));
    if (claim === null) throw new Error('the mail is not due');
    const source = { ...claim.source, ...(kind === undefined ? {} : { kind }) };
    await createRecordRejection(subscribers)({ ...claim, source }, { kind: 'hard', status: '5.1.1' });
  };

  it('ends the mails to it, as a report does', async () => {
    await reject(1);
    expect(await reader()).toMatchObject({
      state: 'BOUNCED',
      bounces: 1,
      bounceStatus: '5.1.1',
      email: ASHA,
    });
    expect(await subscribers.countRecipients(END)).toBe(0);
    // It was not accepted, so that it counts among those that failed.
    expect(await ledger.countBounced('newsletter.sent:1:')).toBe(0);
  });

  it('says nothing of the newsletter for another kind of mail', async () => {
    await reject(1, SOURCE.newsletterTest);
    expect(await reader()).toMatchObject({ state: 'CONFIRMED' });
  });
});

describe('a forged report', () => {
  it.each([
    ['with the Message-ID of a mail', async () => `Message-ID: ${messageIdOf(idOf(1), 'site.example')}\r\n`],
    [
      'with a token that another secret signed',
      async () =>
        `X-Bounce-Token: ${await createBounceTokens({ sign: async () => Buffer.alloc(24).toString('base64url') }).sign(idOf(1))}\r\n`,
    ],
    ['without a token', async () => `To: ${ASHA}\r\nX-Failed-Recipients: ${ASHA}\r\n`],
  ])('does nothing %s', async (_name, returned) => {
    server.add({ to: 'bounces@site.example', status: statusOf('5.1.1'), returned: await returned() });
    await bounces.read();
    expect(await reader()).toMatchObject({ state: 'CONFIRMED' });
    expect(await reader()).not.toHaveProperty('bounces');
    expect(await row(1)).not.toHaveProperty('bouncedAt');
    expect(server.unseen()).toBe(0);
  });

  it('does nothing with the token of a mail that is no newsletter, or of none', async () => {
    const tokens = createBounceTokens(mongoListKeys(connection));
    const planned = {
      template: 'subscription-confirmation',
      role: 'subscriber',
      source: { kind: SOURCE.subscriber, id: READER },
    };
    await ledger.insert('subscription.requested:x:1', [planned]);
    const ids = [mailId('subscription.requested:x:1', planned), 'ab'.repeat(20)];
    for (const id of ids)
      server.add({ to: `bounces+${await tokens.sign(id)}@site.example`, status: statusOf('5.1.1') });
    await bounces.read();
    expect(await reader()).toMatchObject({ state: 'CONFIRMED' });
  });
});

describe('a crash', () => {
  it('between reader and ledger, and before the flag, counts nothing twice', async () => {
    await comesBack(1, '4.2.2');
    const crashing = createWith({
      markBounced: async () => {
        throw new Error('killed');
      },
    });
    await expect(crashing.read()).rejects.toThrow('killed');
    expect(server.unseen()).toBe(1);
    server.breakAt = /^UID STORE/;
    await expect(bounces.read()).rejects.toThrow(/./);
    expect(await row(1)).toMatchObject({ bounceKind: 'soft' });
    server.breakAt = null;
    await bounces.read();
    expect(server.unseen()).toBe(0);
    expect(await reader()).toMatchObject({ bounces: 1 });
  });
});

describe('a reader whose mails came back', () => {
  beforeEach(async () => {
    await comesBack(1);
    await bounces.read();
  });

  it('gets the newsletter again by confirming anew, whatever old reports follow', async () => {
    const requested = await subscribers.request(ASHA, 'coming-soon');
    expect(requested).toMatchObject({ state: 'PENDING' });
    const keys = await subscribers.issueKeys(READER);
    expect(await subscribers.confirm(READER, keys?.confirmKey ?? '')).toBe(true);
    expect(await reader()).toMatchObject({ state: 'CONFIRMED' });
    expect(await reader()).not.toHaveProperty('bounces');
    await comesBack(2);
    await bounces.read();
    expect(await reader()).toMatchObject({ state: 'CONFIRMED' });
    expect(await subscribers.countRecipients(END)).toBe(1);
  });

  it('does not get it by an import of staff', async () => {
    const act = { id: 'again', at: new Date() };
    const counts = { added: 0, unchanged: 0, unsubscribed: 0, bounced: 1 };
    expect(await subscribers.countConsented([ASHA])).toEqual(counts);
    expect(await subscribers.addConsented([ASHA], act)).toEqual(counts);
    expect(await reader()).toMatchObject({ state: 'BOUNCED' });
  });

  it('can be unsubscribed, after which nothing of it is left', async () => {
    await subscribers.erase(READER);
    const entry = await reader();
    expect(entry).toMatchObject({ state: 'UNSUBSCRIBED' });
    for (const name of ['email', 'bounces', 'bouncedAt', 'bounceStatus', 'bouncedMail'])
      expect(entry).not.toHaveProperty(name);
  });
});

it('gives no other mail a return path', async () => {
  expect(await bounces.returnPathOf({ id: idOf(1), template: 'order-confirmed' })).toBeUndefined();
});
