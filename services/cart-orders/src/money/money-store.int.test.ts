import { createConnection, type Connection, type mongo } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import { createIndexes, modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { MONEY_ACTS, mongoNoteMoneyAct } from './money-actions.ts';
import { mongoMoneyStore } from './money-store.ts';

const database = freshDatabase('money');
let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [PURCHASES, MONEY_ACTS]);
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

const seller = {} as NonNullable<Purchase['bill']>['seller'];
const idsOf = async (purchases: AsyncIterable<Purchase>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { checkoutId } of purchases) ids.push(checkoutId);
  return ids;
};

it('finds purchases by the month of their documents, and by the time of the order', async () => {
  const stored: Partial<Purchase>[] = [
    { createdAt: new Date('2026-10-31T19:00:00Z'), bill: { number: 'B/1', date: '2026-11-01', seller } },
    {
      createdAt: new Date('2026-09-10T06:00:00Z'),
      bill: { number: 'B/2', date: '2026-09-10', seller },
      creditNotes: [{ number: 'C/1', date: '2026-11-30', amountPaise: 100 }],
    },
    {
      createdAt: new Date('2026-08-10T06:00:00Z'),
      bill: { number: 'B/3', date: '2026-08-10', seller },
      creditNote: { number: 'C/2', date: '2026-11-15' },
    },
    { createdAt: new Date('2026-12-01T06:00:00Z'), bill: { number: 'B/4', date: '2026-12-01', seller } },
    { createdAt: new Date('2026-11-20T06:00:00Z') },
  ];
  await modelOf(connection, PURCHASES).insertMany(
    stored.map((values, index) => ({
      ...aPurchase(index + 1),
      ...outboxOf([]),
      purchaseNumber: `NUMBER${index}`,
      ...values,
    })),
  );
  const store = mongoMoneyStore(connection);
  expect(await idsOf(store.ofMonth('2026-11'))).toEqual(['co_3', 'co_2', 'co_1']);
  const november = store.madeBetween(new Date('2026-10-31T18:30:00Z'), new Date('2026-11-30T18:30:00Z'));
  expect(await idsOf(november)).toEqual(['co_1', 'co_5']);
});

it('stores an act with its entry of the audit log in its outbox', async () => {
  const published: string[] = [];
  const note = mongoNoteMoneyAct(connection, {
    auditTopic: TOPICS.siteAudit,
    publish: (id) => void published.push(id),
  });
  const actor = { id: 11, role: 11, via: 'console' as const };
  await note({ action: 'dismiss', subject: 'pay_1', label: 'Finding pay_1', reason: 'Other site', actor });
  const [act] = await connection.collection<mongo.Document>(MONEY_ACTS.name).find({}).toArray();
  expect(published).toEqual([act?.['_id']]);
  expect(JSON.stringify(act)).toContain('Other site');
  expect(act).toMatchObject({ action: 'dismiss' });
});
