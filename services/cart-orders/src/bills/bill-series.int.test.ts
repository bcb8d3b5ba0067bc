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

/** Purchases as one map: reads and writes of one are atomic, as of a document. `due` is to be put on credit notes. */
function aShop(due = 0) {
  const bills = new Map<string, IssuedNumber>();
  const notes = new Map<string, { purchaseId: string; amountPaise: number }>();
  const creditedTo = (id: string): number =>
    [...notes.values()].reduce((sum, one) => sum + (one.purchaseId === id ? one.amountPaise : 0), 0);
  const shop = { due };
  const purchases: NumberedPurchases = {
    hasBill: async (id) => bills.has(id),
    findDueCredit: async (id) => {
      const amountPaise = shop.due - creditedTo(id);
      return amountPaise === 0 ? null : { amountPaise };
    },
    async writeBill(id, issued) {
      if (!bills.has(id)) bills.set(id, issued);
    },
    async writeCreditNote(purchaseId, { number }, credit) {
      notes.set(number, { purchaseId, amountPaise: credit?.amountPaise ?? 0 });
    },
  };
  return {
    purchases,
    shop,
    issued: () => [...bills.values()].map(({ number }) => number).toSorted(),
    notes: () => [...notes].map(([number, { amountPaise }]) => [number, amountPaise]),
  };
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
    const { purchases, issued, notes } = aShop(20_000);
    const series = createBillSeries(connection, purchases);
    for (const [kind, id, date] of [
      ['BS', 'pu_1', '2027-03-31'],
      ['BS', 'pu_2', '2027-04-01'],
      ['CN', 'pu_1', '2027-04-02'],
      ['BS', 'pu_3', '2027-03-31'],
    ] as const)
      await series.issue(kind, id, date);
    expect(issued()).toEqual(['BS/26-27/000001', 'BS/26-27/000002', 'BS/27-28/000001']);
    expect(notes()).toEqual([['CN/27-28/000001', 20_000]]);
    expect(Math.max(...issued().map(({ length }) => length))).toBeLessThanOrEqual(16);
  });
});

describe('the numbers of credit notes', () => {
  it('have no gap, and put each paisa on one note, by several processes at once', async () => {
    const { purchases, shop, notes } = aShop(20_000);
    const processes = Array.from({ length: 4 }, () => createBillSeries(connection, purchases));
    const issueAll = () => Promise.all(processes.map((series) => series.issue('CN', 'pu_a', DAY)));
    await issueAll();
    shop.due = 50_000;
    await issueAll();
    expect(notes()).toEqual([
      ['CN/26-27/000001', 20_000],
      ['CN/26-27/000002', 30_000],
    ]);
  });

  it.each(['claimed', 'written'] as const)(
    'are not claimed twice after a crash once one is %s, also in the next financial year',
    async (point) => {
      const { purchases, notes } = aShop(20_000);
      const crashing = createBillSeries(connection, purchases, (step) => {
        if (step === point) throw new Error('crash');
      });
      await expect(crashing.issue('CN', 'pu_a', '2027-03-31')).rejects.toThrow('crash');
      await createBillSeries(connection, purchases).issue('CN', 'pu_a', '2027-04-01');
      expect(notes()).toEqual([['CN/26-27/000001', 20_000]]);
    },
  );
});
