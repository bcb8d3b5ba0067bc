import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { MAILS, type MailDocument } from './mail-collection.ts';
import { createMailLedger, type MailLedger } from './mail-ledger.ts';

const MAIL = { template: 'password-reset', role: 'user', source: { kind: 'mail-request', id: 'a' } };

let database: FreshDatabase;
let connection: Connection;
let ledger: MailLedger;
beforeAll(async () => {
  database = freshDatabase('mail-ledger');
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [MAILS]);
  ledger = createMailLedger({
    connection,
    domain: 'vidhi.example',
    leaseMs: 60_000,
    smtpDeadlineMs: 30_000,
    retryMs: [],
  });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function send(eventId: string): Promise<void> {
  const [id = ''] = await ledger.insert(eventId, [MAIL]);
  const claim = await ledger.claim(id);
  if (claim === null) throw new Error('the mail is not due');
  await ledger.markSent(claim);
}
const rowOf = (eventId: string) => connection.collection<MailDocument>(MAILS.name).findOne({ eventId });

it('keeps of a mail that was sent long ago what recognizes its event, so that nobody is mailed again', async () => {
  await send('mail.requested:old');
  await ledger.insert('mail.requested:waiting', [MAIL]);
  const waiting = await rowOf('mail.requested:waiting');
  await ledger.trimEndedBefore(new Date(0));
  expect(await rowOf('mail.requested:old')).toHaveProperty('source', MAIL.source);
  await ledger.trimEndedBefore(new Date(Date.now() + 600_000));
  expect(Object.keys((await rowOf('mail.requested:old')) ?? {}).toSorted()).toEqual([
    '_id',
    'eventId',
    'ofEvent',
    'role',
    'state',
  ]);
  expect(await rowOf('mail.requested:waiting')).toEqual(waiting);
  expect(await ledger.insert('mail.requested:old', [MAIL])).toEqual([]);
  expect(await ledger.findKnown(['mail.requested:old'])).toEqual(['mail.requested:old']);
  expect(await ledger.findSent(['mail.requested:old'])).toEqual(['mail.requested:old']);
  expect((await ledger.stats()).states).toMatchObject({ SENT: 1, QUEUED: 1 });
});

it('sends a mail of a purchase again, once for each round, and no mail of another purchase', async () => {
  await send('order.created:pu_1');
  const first = (await rowOf('order.created:pu_1'))?._id ?? '';
  expect(await ledger.resend('pu_2', first, '1')).toBeNull();
  expect(await ledger.resend('pu_', first, '1')).toBeNull();
  expect(await ledger.resend('pu_1', 'unknown', '1')).toBeNull();
  const again = await ledger.resend('pu_1', first, '1');
  expect(again).not.toBe(first);
  expect(await ledger.resend('pu_1', first, '1')).toBe(again);
  expect(await ledger.resend('pu_1', String(again), '2')).toBe('busy');
  const listed = await ledger.listOfPurchase('pu_1');
  expect(listed.map(({ _id, state, template }) => [_id, state, template])).toEqual([
    [first, 'SENT', MAIL.template],
    [again, 'QUEUED', MAIL.template],
  ]);
  // The second one is sent, and a third one is that of the same event.
  const claim = await ledger.claim(String(again));
  if (claim === null) throw new Error('the mail is not due');
  await ledger.markSent(claim);
  const third = await ledger.resend('pu_1', String(again), '2');
  expect(await ledger.listOfPurchase('pu_1')).toHaveLength(3);
  expect([first, again]).not.toContain(third);
});

it('sends no mail again whose source was removed, and a dead one as it is', async () => {
  await send('order.created:pu_3');
  const old = (await rowOf('order.created:pu_3'))?._id ?? '';
  await ledger.trimEndedBefore(new Date(Date.now() + 600_000));
  expect(await ledger.resend('pu_3', old, '1')).toBe('old');
  const [dead = ''] = await ledger.insert('order.created:pu_4', [MAIL]);
  const claim = await ledger.claim(dead);
  if (claim === null) throw new Error('the mail is not due');
  await ledger.fail(claim, { reason: '550', isCounted: true, mayBeAccepted: false, isPermanent: true });
  expect(await ledger.resend('pu_4', dead, '1')).toBe(dead);
  expect((await rowOf('order.created:pu_4'))?.state).toBe('QUEUED');
});

it('tells the one who takes over the lease of a worker that died that the mail may be accepted', async () => {
  const [id = ''] = await ledger.insert('mail.requested:abandoned', [MAIL]);
  expect(await ledger.claim(id)).toMatchObject({ id, mayBeAccepted: false });
  expect(await ledger.claim(id)).toBeNull();
  await connection
    .collection<MailDocument>(MAILS.name)
    .updateOne({ _id: id }, { $set: { leasedAt: new Date(Date.now() - 61_000) } });
  expect(await ledger.claim(id)).toMatchObject({ id, mayBeAccepted: true });
});
