import { hash } from 'node:crypto';
import type { ComputedOrder } from '@vidhi/content-engine/schema/collection.ts';
import type { ReadModel } from '@vidhi/content-engine/model/read-model.ts';
import type { SortedOrder } from '@vidhi/content-engine/indexes/sorted-order.ts';

/**
 * Profiles in an order that favours nobody: each day, of India, has a seed that follows from its date alone, so it is
 * known beforehand and nobody can choose it; a profile's place follows from the seed and its id.
 */
const PROFILES = 'lawyer';
export const TIME_ZONE = 'Asia/Kolkata';
export const ALGORITHM =
  'seed = hex(sha256("vidhi-neutral-order:" + date)); profiles ascend by hex(sha256(seed + ":" + id)), hex in lower case';

const AHEAD_OF_UTC_MS = 5.5 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** The date in India, so many days after a moment. */
export const neutralDate = (now: number, daysLater = 0): string =>
  new Date(now + AHEAD_OF_UTC_MS + daysLater * DAY_MS).toISOString().slice(0, 10);

export const neutralSeed = (date: string): string => sha256(`vidhi-neutral-order:${date}`);

/** Days that an order can be asked for by: so that paging may go on after midnight, and no more. */
const isNear = (date: string, now: number): boolean =>
  [-1, 0, 1].some((days) => neutralDate(now, days) === date);

/** `sort=neutral`, and `sort=neutral:2026-11-21` for the same order beyond midnight. */
export const neutralOrder: ComputedOrder = {
  seedOf(date, now) {
    if (date === undefined) return neutralSeed(neutralDate(now));
    return isNear(date, now) ? neutralSeed(date) : null;
  },
  sortKeyOf: (id, seed) => sha256(`${seed}:${id}`),
};

const keyOf = (seed: string): string => `neutral:${seed}`;
const rankWith =
  (seed: string) =>
  (id: number): string =>
    neutralOrder.sortKeyOf(id, seed);

/** All profiles in the order of a day's seed; of today's, when none is named. */
export function neutralRecords(
  model: ReadModel,
  seed: string = neutralSeed(neutralDate(model.now())),
): SortedOrder {
  return model.store(PROFILES).computedOrders.get(keyOf(seed), rankWith(seed));
}

/** Days whose orders are made ahead: those that may be asked for, and first the one that comes next. */
const PREPARED_DAYS = [1, 0, -1];

/**
 * Makes the orders of tomorrow, today and yesterday with pauses, where they are not there yet. Tomorrow's is there for
 * a whole day before anybody asks for it.
 */
export async function prepareNeutralOrders(model: ReadModel, pause: () => Promise<void>): Promise<void> {
  for (const days of PREPARED_DAYS) {
    const seed = neutralSeed(neutralDate(model.now(), days));
    await model.store(PROFILES).computedOrders.prepare(keyOf(seed), rankWith(seed), pause);
  }
}
