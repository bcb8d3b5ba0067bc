import { describe, expect, it } from 'vitest';
import { aCheckout } from '../checkouts/checkout-builder.ts';
import type { Checkout } from '../checkouts/checkout.ts';
import { nextBatch } from '../checkouts/next-batch.ts';
import { createPoll } from './poll.ts';
import { createProviderPace } from './provider-pace.ts';

// A simulation with a clock of its own: unpaid checkouts, one paid one whose webhook is lost, and the poll at the default
// settings. One call of the provider takes 100 ms.

const CALL_MS = 100;
const SWEEP_MS = 5_000;
const CHECKS_MS = [30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000];
/** Time from the checkout until the buyer has paid. */
const PAYS_AFTER_MS = 20_000;
const START = Date.parse('2026-11-01T10:00:00Z');

interface Scenario {
  unpaid: number;
  /** Time from the first checkout until the paid one is created. */
  paidAfterMs: number;
  isOpened: boolean;
  /** Whether the unpaid ones have opened the dialog, too. */
  allOpen?: boolean;
  /** Whether the provider's payments are listed. */
  hasListing?: boolean;
  /** Polls in the order in which orders became due, with a pause after each batch, as former releases did. */
  isFormer?: boolean;
}

/** Runs the poll until the paid checkout is found. Resolves with the seconds since it was paid. */
async function findPaid(scenario: Scenario): Promise<number> {
  const { unpaid, paidAfterMs, isOpened, allOpen = false, hasListing = true, isFormer = false } = scenario;
  let clock = START;
  let foundAt: number | null = null;
  const create = (_id: string, at: number, opened: boolean): Checkout =>
    aCheckout({
      _id,
      createdAt: new Date(at),
      nextCheckAt: new Date(at + (CHECKS_MS[0] ?? 0)),
      ...(opened ? { dialogOpenedAt: new Date(at) } : {}),
    });
  // One every 50 ms.
  const all = Array.from({ length: unpaid }, (_, at) => create(`co_${at}`, START + at * 50, allOpen));
  all.push(create('co_paid', START + paidAfterMs, isOpened));
  const paidAt = START + paidAfterMs + PAYS_AFTER_MS;
  function look(): void {
    if (clock >= paidAt) foundAt ??= clock;
  }

  const poll = createPoll({
    checkouts: {
      async findDueForPoll(limit) {
        const due = all.filter(({ nextCheckAt }) => nextCheckAt !== undefined && +nextCheckAt <= clock);
        const newest = due.toSorted((a, b) => +b.createdAt - +a.createdAt);
        const opened = newest.filter(({ dialogOpenedAt }) => dialogOpenedAt !== undefined);
        const longest = due.toSorted((a, b) => Number(a.nextCheckAt) - Number(b.nextCheckAt));
        if (isFormer) return longest.slice(0, limit);
        return nextBatch({ opened, newest: newest.slice(0, limit), longest: longest.slice(0, limit) }, limit);
      },
      async checked({ _id }, next) {
        const checkout = all.find((one) => one._id === _id);
        if (checkout === undefined) return;
        checkout.checks += 1;
        if (next === null) delete checkout.nextCheckAt;
        else checkout.nextCheckAt = next;
      },
    },
    updates: {
      async sync({ _id }) {
        clock += CALL_MS;
        if (_id === 'co_paid') look();
        return [];
      },
    },
    pace: createProviderPace({
      callsPerSecond: 5,
      now: () => clock,
      pause: async (ms) => void (clock += ms),
    }),
    checkMs: CHECKS_MS,
    sweepMs: SWEEP_MS,
    async listPayments() {
      clock += CALL_MS;
      if (hasListing) look();
    },
    listingMs: 900_000,
    onFailure: (error) => {
      throw error;
    },
    now: () => clock,
  });
  while (foundAt === null) {
    const hasMore = await poll.checkOrders();
    await poll.list();
    if (!hasMore || isFormer) clock += SWEEP_MS;
  }
  return Math.round((foundAt - paidAt) / 1_000);
}

describe('a paid checkout whose webhook is lost, behind 700 unpaid ones', () => {
  it.each<[string, Scenario]>([
    ['created among them', { unpaid: 700, paidAfterMs: 20_000, isOpened: true }],
    ['created last', { unpaid: 700, paidAfterMs: 36_000, isOpened: true }],
    ['created first', { unpaid: 700, paidAfterMs: 0, isOpened: true }],
    ['created while others are polled again', { unpaid: 700, paidAfterMs: 150_000, isOpened: true }],
    ['without a report of its dialog', { unpaid: 700, paidAfterMs: 36_000, isOpened: false }],
  ])('is found within a minute, by the order of the poll alone: %s', async (_, scenario) => {
    expect(await findPaid({ ...scenario, hasListing: false })).toBeLessThanOrEqual(60);
  });

  it('is found within a minute by the listing when all of them have opened the dialog', async () => {
    const scenario = { unpaid: 700, paidAfterMs: 0, isOpened: true, allOpen: true };
    expect(await findPaid(scenario)).toBeLessThanOrEqual(60);
    expect(await findPaid({ ...scenario, isOpened: false })).toBeLessThanOrEqual(60);
  });

  it('would be found after more than four minutes in the order in which orders become due', async () => {
    const scenario = { unpaid: 700, paidAfterMs: 36_000, isOpened: true, hasListing: false };
    expect(await findPaid({ ...scenario, isFormer: true })).toBeGreaterThan(240);
  });

  it('is found however many newer ones there are', async () => {
    const scenario = { unpaid: 700, paidAfterMs: 0, isOpened: false, allOpen: true, hasListing: false };
    expect(await findPaid(scenario)).toBeLessThan(300);
  });
});
