import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase, type FreshDatabase } from '@vidhi/testing/engines.ts';
import type { OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { createMailTokens } from '../mail/mail-tokens.ts';
import { createRequestMail } from '../mail/request-mail.ts';
import { erasedUser } from '../privacy/erase-account.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { mongoUserRepository, reserveStaffIds } from './mongo-user-repository.ts';
import { MAIL_REQUESTS, USERS } from './user-collection.ts';
import { aUser } from './user-builder.ts';
import { changeUser } from './user.ts';
import { createUserEvents } from './user-events.ts';
import { userRepositoryContract } from './user-repository-contract.ts';

const databases: { database: FreshDatabase; connection: Connection }[] = [];

async function aConnection(): Promise<Connection> {
  const database = freshDatabase('users');
  const connection = await connectMongo(database.url);
  databases.push({ database, connection });
  await createIndexes(connection, [USERS, MAIL_REQUESTS]);
  await reserveStaffIds(connection);
  return connection;
}

afterEach(async () => {
  for (const { database, connection } of databases.splice(0)) {
    await connection.close();
    await database.drop();
  }
});

describe('mongoUserRepository', () => {
  userRepositoryContract(async () => mongoUserRepository(await aConnection()));

  it('stores an account with its event in one document, and wakes the relay', async () => {
    const connection = await aConnection();
    const notified: number[] = [];
    const users = mongoUserRepository(connection, (id) => notified.push(id));
    const at = new Date('2026-11-21T10:00:00.000Z');
    await users.insert(aUser(), createUserEvents('t').registered(aUser(), at));
    const [document] = await connection.collection<OutboxDocument>(USERS.name).find({}).toArray();
    expect(document).toMatchObject({ _id: 1, rev: 1, outboxDue: expect.any(Date) });
    expect(document?.outbox?.map(({ id, topic, key }) => [id, topic, key])).toEqual([
      ['user.registered:1:1', 't', '1'],
    ]);
    expect(notified).toEqual([1]);
  });

  it('reads requests of older releases, which have no token version, as those of the version of the account', async () => {
    const connection = await aConnection();
    const users = mongoUserRepository(connection);
    const at = new Date('2026-11-21T10:00:00.000Z');
    const requestMail = createRequestMail(TOPICS.accountsMailRequests, createMailTokens('a secret'));
    const mail = { template: 'password-reset', email: 'asha@example.com', at } as const;
    const { user, event } = requestMail(aUser({ tokenVersion: 3 }), mail);
    await users.insert(user, event);
    await connection.collection(USERS.name).updateOne({}, { $unset: { 'mailRequests.0.tokenVersion': '' } });
    expect(await users.findById(1)).toEqual(user);
  });

  it('leaves nothing about an erased person in the document, its unpublished events included', async () => {
    const connection = await aConnection();
    const users = mongoUserRepository(connection);
    const userEvents = createUserEvents('t');
    const at = new Date('2026-11-21T10:00:00.000Z');
    const requestMail = createRequestMail(
      TOPICS.accountsMailRequests,
      createMailTokens('a secret of the tests'),
    );
    const { user, event } = requestMail(aUser({ last_name: 'Rao' }), {
      template: 'email-confirmation',
      email: 'asha@example.com',
      at,
    });
    await users.insert(user, userEvents.registered(user, at), event);
    const renamed = changeUser(user, { first_name: 'Usha' }, at);
    await users.update(renamed, userEvents.updated(renamed, at));
    const erased = erasedUser(renamed, at);
    expect(await users.update(erased, userEvents.updated(erased, at))).toBe('written');
    const [document] = await connection.collection<OutboxDocument>(USERS.name).find({}).toArray();
    expect(JSON.stringify(document)).not.toMatch(/asha|usha|rao|9999/i);
    expect(document?.outbox).toMatchObject([{ id: 'user.updated:1:3', data: { id: 1, erased: true } }]);
    expect(document?.outboxDue).toBeInstanceOf(Date);
  });
});
