import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { purchaseId, type ComparedPurchase } from '../purchases/purchase.ts';
import {
  createComparison,
  MAX_FOLLOWED,
  OVERLAP_MS,
  type Comparison,
  type Differences,
} from './comparison.ts';

const START = Date.parse('2026-10-01T00:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const GRACE_MS = 10 * MINUTE;
const INTERVAL_MS = 20 * MINUTE;
/** Clocks of payments and of the provider differ from that of cart-orders by at most this. */
const SKEW_MS = OVERLAP_MS - MINUTE;

interface Paid {
  id: string;
  capturedAt: string;
  returnedPaise: number;
  returnsAt: string | null;
}

/** A shop whose payments and purchases are changed in every way, also by restored backups. */
function aShop(skewMs: number) {
  let time = START;
  let paid = new Map<string, Paid>();
  let purchases = new Map<string, ComparedPurchase>();
  let failing = false;
  const calls = { listed: 0, found: 0 };
  const paidAt = (): string => new Date(time + skewMs).toISOString();
  const byId = <Item>(items: Iterable<readonly [string, Item]>): Item[] =>
    [...items].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  const options: Parameters<typeof createComparison>[0] = {
    sources: {
      async listPaid(after, since) {
        const from = since?.toISOString() ?? '';
        const found = byId(paid).filter(
          ({ id, capturedAt, returnsAt }) => id > after && (capturedAt >= from || (returnsAt ?? '') >= from),
        );
        calls.listed += Math.min(500, found.length);
        return found.slice(0, 500);
      },
      async findPaid(ids) {
        if (failing) throw new Error('payments does not respond');
        calls.found += ids.length;
        return ids.flatMap((id) => paid.get(id) ?? []);
      },
    },
    purchases: {
      findCompared: async (ids) => [...purchases.values()].filter(({ _id }) => ids.includes(_id)),
      listCompared: async (after, since, limit) =>
        byId([...purchases.values()].map((one) => [one._id, one] as const))
          .filter(({ _id, createdAt }) => _id > after && (since === null || createdAt >= since))
          .slice(0, limit),
    },
    graceMs: GRACE_MS,
    intervalMs: INTERVAL_MS,
    now: () => time,
  };
  return {
    options,
    calls,
    at: () => time,
    pass: (ms: number) => void (time += ms),
    fail: (isFailing: boolean) => void (failing = isFailing),
    pay: (id: string) => void paid.set(id, { id, capturedAt: paidAt(), returnedPaise: 0, returnsAt: null }),
    buy(id: string) {
      const returnedPaise = paid.get(id)?.returnedPaise ?? 0;
      purchases.set(id, {
        _id: purchaseId(id),
        checkoutId: id,
        createdAt: new Date(time),
        status: 'CONFIRMED',
        totalPaise: 10_000,
        returnedPaise,
      });
    },
    /** Money of a payment goes back, long after it was paid. */
    refund(id: string) {
      const one = paid.get(id);
      if (one !== undefined)
        paid.set(id, { ...one, returnedPaise: one.returnedPaise + 1, returnsAt: paidAt() });
    },
    noteRefund(id: string) {
      const [one, purchase] = [paid.get(id), purchases.get(id)];
      if (one !== undefined && purchase !== undefined)
        purchases.set(id, { ...purchase, returnedPaise: one.returnedPaise });
    },
    losePayment: (id: string) => void paid.delete(id),
    losePurchase: (id: string) => void purchases.delete(id),
    backup() {
      const [oldPaid, oldPurchases] = [new Map(paid), new Map(purchases)];
      return {
        restorePayments: () => void (paid = new Map(oldPaid)),
        restorePurchases: () => void (purchases = new Map(oldPurchases)),
      };
    },
  };
}
type Shop = ReturnType<typeof aShop>;

const texts = (differences: Differences): string[] =>
  [...differences].map(([id, kind]) => `${kind} ${id}`).toSorted();
/** The differences that a comparison of everything finds at this moment. */
const everything = async ({ options }: Shop): Promise<string[]> =>
  texts(await createComparison(options).compareAll());

const IDS = ['co_1', 'co_2', 'co_3', 'co_4'];
const id = fc.constantFrom(...IDS);
const change = fc.oneof(
  fc.record({ kind: fc.constantFrom('pay', 'buy', 'refund', 'noteRefund'), id }),
  fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 1, max: 3 * HOUR }) }),
);
const disaster = fc.oneof(
  fc.record({ kind: fc.constantFrom('losePayment', 'losePurchase'), id }),
  fc.record({ kind: fc.constantFrom('backup', 'restorePayments', 'restorePurchases', 'crash', 'fail') }),
  fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: DAY / 2, max: 2 * DAY }) }),
);
type Step = { kind: string; id?: string; ms?: number };

/** Runs the steps with a comparison at each interval, and passes each of its results to `check`. */
async function follow(
  shop: Shop,
  steps: readonly Step[],
  check: (found: string[], all: string[]) => void,
): Promise<void> {
  let comparison: Comparison = createComparison(shop.options);
  let backup = shop.backup();
  let next = START + INTERVAL_MS;
  const pass = async (ms: number): Promise<void> => {
    const end = shop.at() + ms;
    for (; next <= end; next += INTERVAL_MS) {
      shop.pass(next - shop.at());
      const found = await comparison.compareChanges().then(texts, () => null);
      if (found === null) continue;
      check(found, await everything(shop));
    }
    shop.pass(end - shop.at());
  };
  for (const one of IDS.slice(0, 2)) {
    shop.pay(one);
    shop.buy(one);
  }
  await pass(3 * HOUR);
  for (const { kind, id: one = '', ms = 0 } of steps) {
    if (kind === 'pass') await pass(ms);
    else if (kind === 'backup') backup = shop.backup();
    else if (kind === 'restorePayments') backup.restorePayments();
    else if (kind === 'restorePurchases') backup.restorePurchases();
    // What the comparison knows is lost with its process, also in the middle of one.
    else if (kind === 'crash') {
      comparison.compareChanges().catch(() => undefined);
      comparison = createComparison(shop.options);
    } else if (kind === 'fail') {
      shop.fail(true);
      await pass(INTERVAL_MS);
      shop.fail(false);
    } else (shop[kind as 'pay'] as (id: string) => void)(one);
  }
  await pass(DAY + 2 * INTERVAL_MS);
}

describe('comparisons of what has changed', () => {
  it('find what a comparison of everything finds, in the course of the shop, whatever the clocks say', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 25 }),
        fc.integer({ min: -SKEW_MS, max: SKEW_MS }),
        async (steps, skewMs) => {
          await follow(aShop(skewMs), steps, (found, all) => expect(found).toEqual(all));
        },
      ),
      { numRuns: 40 },
    ));

  it('miss nothing for longer than a day, and claim nothing, whatever is lost', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: change }, disaster), { maxLength: 25 }),
        fc.integer({ min: -SKEW_MS, max: SKEW_MS }),
        async (steps, skewMs) => {
          const shop = aShop(skewMs);
          const since = new Map<string, number>();
          await follow(shop, steps, (found, all) => {
            for (const difference of since.keys()) if (!all.includes(difference)) since.delete(difference);
            for (const difference of all) since.set(difference, since.get(difference) ?? shop.at());
            const late = all.filter((difference) => shop.at() - (since.get(difference) ?? 0) > DAY);
            expect(found).toEqual(expect.arrayContaining(late));
            expect(all).toEqual(expect.arrayContaining(found));
          });
        },
      ),
      { numRuns: 40 },
    ));
});

describe('a comparison of what has changed', () => {
  it('reads little of a shop that has much', async () => {
    const shop = aShop(0);
    for (let at = 0; at < 1_200; at += 1) {
      shop.pay(`co_${at}`);
      shop.buy(`co_${at}`);
    }
    shop.pass(3 * HOUR);
    const { compareChanges } = createComparison(shop.options);
    expect((await compareChanges()).size).toBe(0);
    expect(shop.calls).toEqual({ listed: 1_200, found: 1_200 });
    Object.assign(shop.calls, { listed: 0, found: 0 });
    shop.pay('co_new');
    shop.pass(GRACE_MS / 2);
    expect((await compareChanges()).size).toBe(0);
    shop.pass(GRACE_MS);
    expect(texts(await compareChanges())).toEqual(['moneyWithoutOrder co_new']);
    expect(shop.calls).toEqual({ listed: 2, found: 0 });
    shop.buy('co_new');
    shop.pass(2 * HOUR);
    expect((await compareChanges()).size).toBe(0);
  });

  it('finds nothing in an order that is made while it reads', async () => {
    const shop = aShop(0);
    shop.pay('co_1');
    shop.pass(HOUR);
    const { listCompared } = shop.options.purchases;
    shop.options.purchases.listCompared = (...page) => {
      shop.buy('co_1');
      return listCompared(...page);
    };
    expect((await createComparison(shop.options).compareChanges()).size).toBe(0);
  });

  it.each([1 / 12, 5, 11.5, 12, 13, 22, 23, 23.5, 24])(
    'is one of everything within each day, by an interval of %d hours',
    async (hours) => {
      const shop = aShop(0);
      shop.pay('co_old');
      shop.buy('co_old');
      shop.pass(3 * HOUR);
      const { compareChanges } = createComparison({ ...shop.options, intervalMs: hours * HOUR });
      const wholeAt: number[] = [];
      for (const end = shop.at() + 5 * DAY; shop.at() < end; shop.pass(hours * HOUR)) {
        shop.calls.found = 0;
        await compareChanges();
        // A comparison of changes does not read what is old and agrees.
        if (shop.calls.found > 0) wholeAt.push(shop.at());
      }
      const gaps = wholeAt.slice(1).map((at, index) => at - (wholeAt[index] ?? 0));
      expect(gaps.length).toBeGreaterThan(3);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(DAY);
    },
  );

  it('is one of everything after too many differences', async () => {
    const shop = aShop(0);
    for (let at = 0; at <= MAX_FOLLOWED; at += 1) shop.pay(`co_${at}`);
    shop.pass(3 * HOUR);
    const { compareChanges } = createComparison(shop.options);
    expect((await compareChanges()).size).toBe(MAX_FOLLOWED + 1);
    expect((await compareChanges()).size).toBe(MAX_FOLLOWED + 1);
  });

  it('is one of everything when the clock was set back', async () => {
    const shop = aShop(0);
    shop.pass(3 * DAY);
    const { compareChanges } = createComparison(shop.options);
    await compareChanges();
    shop.pass(-2 * DAY);
    shop.pay('co_1');
    shop.pass(GRACE_MS);
    expect(texts(await compareChanges())).toEqual(['moneyWithoutOrder co_1']);
  });
});
