import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { contentCollection, createContentStore, type ContentStore } from '@vidhi/content-service/store.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { connectMongo } from '@vidhi/service-kit/mongo.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { catalogChangeEvents } from '../events/change-events.ts';
import { TICKET_UPLOADS, mongoUploadAllowance } from '../registration/upload-allowance.ts';
import { catalogTopics } from '../topics.ts';
import { mongoProfileDecisions } from './profile-decisions.ts';

const database = freshDatabase('profiles');
let connection: Connection;
let store: ContentStore;
beforeAll(async () => {
  connection = await connectMongo(database.url);
  store = createContentStore({
    connection,
    eventsOf: catalogChangeEvents(catalogTopics('')),
  });
  await createIndexes(
    connection,
    [lawyerCollection].map((one) => contentCollection(one)),
  );
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

describe('profiles in MongoDB', () => {
  it('are one for each user when twenty creations race', async () => {
    const created = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        store.create(lawyerCollection, { Title: `Try ${index}`, users_permissions_user: 7 }),
      ),
    );
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.documents(lawyerCollection).countDocuments({ users_permissions_user: 7 })).toBe(1);
  });

  it('have any number without owner', async () => {
    for (const Title of ['One', 'Two'])
      await store.create(lawyerCollection, { Title, users_permissions_user: null });
    expect(await store.documents(lawyerCollection).countDocuments({ Title: { $in: ['One', 'Two'] } })).toBe(
      2,
    );
  });

  it('keep every decision of staff', async () => {
    const decisions = mongoProfileDecisions(connection);
    const decision = {
      suspended: true,
      reason: 'Asked by the Bar Council',
      by: 1,
      at: '2026-11-21T10:00:00.000Z',
    };
    await Promise.all(Array.from({ length: 5 }, () => decisions.add(3, decision)));
    expect(await decisions.list(3)).toEqual(Array.from({ length: 5 }, () => decision));
    expect(await decisions.list(4)).toEqual([]);
  });
});

describe('the pictures of a ticket in MongoDB', () => {
  it('are as many as it allows when forty uploads race', async () => {
    const allowance = mongoUploadAllowance(connection);
    const ticket = { ticketId: 'race', expiresAt: 4_000_000_000 };
    const taken = await Promise.all(Array.from({ length: 40 }, () => allowance.take(ticket)));
    expect(taken.filter(Boolean)).toHaveLength(TICKET_UPLOADS);
  });

  it('are forgotten when the ticket has expired', async () => {
    const allowance = mongoUploadAllowance(connection);
    const ticket = { ticketId: 'old', expiresAt: 1_700_000_000 };
    for (let i = 0; i < TICKET_UPLOADS; i += 1) await allowance.take(ticket);
    expect(await allowance.take(ticket)).toBe(false);
    await allowance.removeExpired(new Date());
    expect(
      await connection.collection<{ _id: string }>('ticket_uploads').countDocuments({ _id: 'old' }),
    ).toBe(0);
  });
});
