import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import type { IssuedNumber } from './bill.ts';
import { createBillSeries, type NumberedPurchases } from './bill-series.ts';

const database = freshDatabase('bills');
let connection: Connection;

beforeAll(async () => {
  connection = await createConnection(database.url).asPromise();
});
beforeEach(() => connection.collection('bill_series').deleteMany({}));
afterAll(async () => {
  await connection?.close();
  await database.drop();
});

/** Purchases as one map: reads and writes of one are atomic, as of a document. */
function aShop() {
  const numbers = new Map<string, IssuedNumber>();
  const purchases: NumberedPurchases = {
    findNumber: async (id, kind) => numbers.get(`${kind} ${id}`) ?? null,
    async writeNumber(id, kind, issued) {
      const key = `${kind} ${id}`;
      if (!numbers.has(key)) numbers.set(key, issued);
    },
  };
  return { purchases, issued: () => [...numbers.values()].map(({ number }) => number).toSorted() };
}
const expected = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `BS/26-27/${String(at + 1).padStart(6, '0')}`);
const DAY = '2026-11-22';

describe('the numbers of bills', () => {
  it('have no gap and no double, by several processes at once, each purchase asked for several times', async () => {
    const { purchases, issued } = aShop();
    const processes = Array.from({ length: 4 }, () => createBillSeries(connection, purchases));
    const ids = Array.from({ length: 30 }, (_, at) => `pu_${at}`);
    await Promise.all(processes.flatMap((series) => ids.map((id) => series.issue('BS', id, DAY))));
    expect(issued()).toEqual(expected(30));
    expect(await connection.collection('bill_series').findOne({})).toMatchObject({ last: 30, claims: [] });
  });

  it.each(['claimed', 'written'] as const)('have no gap after a crash once a number is %s', async (point) => {
    const { purchases, issued } = aShop();
    const crashing = createBillSeries(connection, purchases, (step) => {
      if (step === point) throw new Error('crash');
    });
    const series = createBillSeries(connection, purchases);
    const crash = (id: string) => expect(crashing.issue('BS', id, DAY)).rejects.toThrow('crash');
    await crash('pu_a');
    await series.issue('BS', 'pu_b', DAY);
    await crash('pu_c');
    await series.issue('BS', 'pu_d', DAY);
    // One is issued again, the other one is left to the sweep.
    await series.issue('BS', 'pu_a', DAY);
    expect(await series.finishClaims()).toBe(1);
    expect(await series.finishClaims()).toBe(0);
    expect(issued()).toEqual(expected(4));
    await series.issue('BS', 'pu_e', DAY);
    expect(issued()).toEqual(expected(5));
  });

  it('start anew with each financial year, and for each kind of document', async () => {
    const { purchases } = aShop();
    const series = createBillSeries(connection, purchases);
    const numbers = [];
    for (const [kind, id, date] of [
      ['BS', 'pu_1', '2027-03-31'],
      ['BS', 'pu_2', '2027-04-01'],
      ['CN', 'pu_1', '2027-04-02'],
      ['BS', 'pu_3', '2027-03-31'],
    ] as const)
      numbers.push((await series.issue(kind, id, date)).number);
    expect(numbers).toEqual(['BS/26-27/000001', 'BS/27-28/000001', 'CN/27-28/000001', 'BS/26-27/000002']);
    expect(Math.max(...numbers.map(({ length }) => length))).toBeLessThanOrEqual(16);
  });
});
