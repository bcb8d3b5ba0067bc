import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_LISTED_PURCHASES, type PurchaseFilters } from '@vidhi/contracts/shop-desk.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { aPurchase } from '../cart-app-builder.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';
import { mongoPurchaseStore } from '../purchases/purchase-store.ts';
import type { BuyerRequest, Purchase } from '../purchases/purchase.ts';
import { mongoDeskIndex, type DeskIndex } from './desk-index.ts';
import { mongoPurchaseList, type PurchaseList } from './purchase-list.ts';
import { purchasesAsCsv } from './purchase-csv.ts';

const database = freshDatabase('purchase-list');
let connection: Connection;
let list: PurchaseList;
let index: DeskIndex;
const store = () => mongoPurchaseStore(connection);
const isbnOf = (bookId: number): string | null => (bookId === 7 ? '978-0-306-40615-7' : null);

const buyer = {
  name: 'Asha Rao',
  phone: '9000000001',
  email: 'asha.rao@reader.example',
  address: '1 MG Road',
  city: 'Pune',
  pincode: '411001',
};
function aStored(n: number, values: Partial<Purchase> = {}): Purchase {
  const {
    lines: [line],
    ...rest
  } = aPurchase(n);
  if (line === undefined) throw new Error('a purchase has a line');
  return {
    ...rest,
    purchaseNumber: `NUMBER${n}XXX`.slice(0, 10),
    billing: buyer,
    shipping: buyer,
    createdAt: new Date(Date.UTC(2026, 9, n, 9)),
    lines: [{ ...line, id: 1_000 + n }],
    ...values,
  };
}
const lineOf = (n: number, values: object) => aStored(n).lines.map((line) => ({ ...line, ...values }));

/** Numbers of the purchases that match, in the order of the list. */
async function found(filters: PurchaseFilters): Promise<number[]> {
  const { purchases } = await list.list(filters, 1, 50);
  return purchases.map(({ checkoutId }) => Number(checkoutId.slice('co_'.length)));
}

const PARCEL: NonNullable<Purchase['shipments']>[number] = {
  id: 1,
  carrier: 'India Post',
  number: 'EX123456789IN',
  url: null,
  lines: [1003],
  day: '2026-10-04',
  deliveredOn: null,
  returnedOn: null,
  at: new Date('2026-10-04T09:00:00.000Z'),
  by: 10,
};
const REQUEST: BuyerRequest = {
  id: 1,
  kind: 'return',
  lines: [{ id: 1003, copies: 1 }],
  reason: 'Torn',
  state: 'open',
  at: new Date('2026-10-05T09:00:00.000Z'),
};

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
  await createIndexes(connection, [PURCHASES]);
  list = mongoPurchaseList(connection);
  index = mongoDeskIndex(connection, isbnOf);
  const ravi = {
    ...buyer,
    name: 'Ravi (O’Neil) Kumar',
    email: 'ravi@firm.example',
    phone: '+91 98765 43210',
    city: 'New Delhi',
  };
  const purchases = [
    aStored(1, { userId: null, lines: lineOf(1, { bookId: 7 }) }),
    aStored(2, { billing: ravi, shipping: ravi, totalPaise: 99_900, tags: ['gift'] }),
    aStored(3, {
      lines: lineOf(3, { shipping_date: '2026-10-04' }),
      shipments: [PARCEL],
      requests: [REQUEST],
    }),
    aStored(4, { status: 'CANCELLED', cancelledFor: 'staff' }),
    aStored(5, { returnedPaise: 1_000, disputes: [{ id: 'disp_1', amountPaise: 100, status: 'open' }] }),
    aStored(6, { bill: { number: 'BS/26-27/000042', date: '2026-10-06', seller: {} as never } }),
  ];
  for (const purchase of purchases) await store().insert(purchase);
  await index.sweep();
});
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

describe('the list of purchases', () => {
  it.each<[string, PurchaseFilters, number[]]>([
    ['everything, the newest first', {}, [6, 5, 4, 3, 2, 1]],
    ['the oldest first', { sort: 'created_at' }, [1, 2, 3, 4, 5, 6]],
    ['the largest first', { sort: '-total', min: '60000' }, [2]],
    ['what is to be shipped', { unshipped: 'true' }, [6, 5, 2, 1]],
    ['a state', { status: 'shipped' }, [3]],
    ['cancelled ones', { status: 'cancelled' }, [4]],
    ['problem with the payment', { problem: 'true' }, [5]],
    ['a request that waits', { request: 'open' }, [3]],
    ['refunded by part', { refund: 'partial' }, [5]],
    ['days in India', { from: '2026-10-02', to: '2026-10-03' }, [3, 2]],
    ['an amount', { max: '55000', min: '55001' }, []],
    ['a book', { book: '7' }, [1]],
    ['a city, however it is written', { city: 'new  DELHI' }, [2]],
    ['guests', { buyer: 'guest' }, [1]],
    ['an account', { user: '3' }, [3]],
    ['a tag', { tag: 'gift' }, [2]],
    ['several at once', { unshipped: 'true', buyer: 'account', to: '2026-10-05' }, [5, 2]],
  ])('has %s', async (_, filters, expected) => {
    expect(await found(filters)).toEqual(expected);
  });

  it.each<[string, string, number[]]>([
    ['a number, as it is read out', 'number2 xxx', [2]],
    ['the beginning of a number', 'number3', [3]],
    ['a bill', 'BS/26-27/000042', [6]],
    ['a part of an e-mail address', 'ravi@fi', [2]],
    ['a phone number with its country', '+91 98765-43210', [2]],
    ['a phone number with a zero', '09876543210', [2]],
    ['a payment', 'pay_4', [4]],
    ['a tracking number, as the carrier prints it', 'EX 123 456 789 IN', [3]],
    ['the beginning of a tracking number', 'ex1234', [3]],
    ['an ISBN without hyphens', '9780306406157', [1]],
    ['an ISBN-10', '0-306-40615-2', [1]],
    ['the number of an order', '1005', [5]],
    ['the end of a name', 'kumar', [2]],
    ['a whole name', 'Ravi O’Neil', [2]],
    ['a city', 'delhi', [2]],
    ['nothing else', 'nobody', []],
    ['signs of regular expressions as themselves', 'asha.*rao|^', []],
    ['no operator', '{"$gt":""}', []],
  ])('finds %s', async (_, q, expected) => {
    expect(await found({ q })).toEqual(expected);
  });

  it('has pages whose totals are those of the filter', async () => {
    const { purchases, total, hasMore } = await list.list({ buyer: 'account' }, 2, 2);
    expect(purchases.map(({ checkoutId }) => checkoutId)).toEqual(['co_4', 'co_3']);
    expect({ total, hasMore }).toEqual({ total: 5, hasMore: false });
    expect((await list.list({}, 99_999, 150)).purchases).toEqual([]);
    expect(MAX_LISTED_PURCHASES).toBeGreaterThan(1_000);
  });

  it('rejects a day that does not exist', async () => {
    await expect(list.list({ from: '2026-02-30' }, 1, 10)).rejects.toThrow('2026-02-30 is not a day');
  });

  it('follows a change of a purchase, also after a crash before it was indexed', async () => {
    const origin = { at: new Date('2026-10-07T09:00:00Z'), by: 3 };
    await store().setDates(1_006, { shipping_date: '2026-10-07' }, origin);
    expect(await found({ status: 'shipped' })).toEqual([3]);
    await index.sweep();
    expect(await found({ status: 'shipped' })).toEqual([6, 3]);
    await store().setDates(1_006, { shipping_date: null }, origin);
    await index.refresh(aPurchase(6)._id);
    expect(await found({ status: 'shipped' })).toEqual([3]);
  });

  it('searches for whole words where too many names begin with a text', async () => {
    const many = Array.from({ length: 1_001 }, (_, at) => ({
      ...aStored(50_000 + at, { billing: null, shipping: null, createdAt: new Date(0) }),
      purchaseNumber: `MANY${at}`,
      paymentId: `pay_many${at}`,
      desk: {
        fulfilment: 'delivered' as const,
        isOpen: false,
        refund: 'none' as const,
        hasProblem: false,
        city: null,
        keys: at === 7 ? ['ramesh', 'ram'] : ['ramesh'],
      },
    }));
    const purchases = connection.collection<Purchase>(PURCHASES.name);
    await purchases.insertMany(many);
    const frequent = await list.list({ q: 'ram' }, 1, 10);
    expect(frequent.searched).toBe('whole words');
    expect(frequent.purchases.map(({ checkoutId }) => checkoutId)).toEqual(['co_50007']);
    const whole = await list.list({ q: 'ramesh' }, 1, 10);
    expect(whole.total).toBe(1_001);
    await purchases.deleteMany({ createdAt: new Date(0) });
  });

  it('is exported row by row', async () => {
    const rows: string[] = [];
    for await (const row of purchasesAsCsv(await list.stream({ tag: 'gift' }))) rows.push(row);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(
      "NUMBER2XXX,,2026-10-02,unshipped,Ravi (O’Neil) Kumar,ravi@firm.example,'+91 98765 43210,",
    );
  });
});

it('forgets problems by the rule of an older release, once they are noted', async () => {
  const id = aStored(1)._id;
  const collection = connection.collection<Purchase>(PURCHASES.name);
  const problemOf = async () => (await collection.findOne({ _id: id }))?.desk?.hasProblem;
  await index.sweep();
  await collection.updateOne({ _id: id }, { $set: { 'desk.hasProblem': true } });
  await index.sweep();
  expect(await problemOf()).toBe(true);
  await index.noteProblems();
  await index.sweep();
  expect(await problemOf()).toBe(false);
});
