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
