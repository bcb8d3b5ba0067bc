import { hash } from 'node:crypto';
import type { ComputedOrder, ReadModel, SortedOrder } from '@vidhi/content-engine';

/**
 * A pseudorandom order of profiles that favours none of them. The seed of a day is derived from its date in India alone,
 * so it is known in advance and cannot be chosen; the sort key of a profile is derived from the seed and its id.
 */
const PROFILES = 'lawyer';
export const TIME_ZONE = 'Asia/Kolkata';
export const ALGORITHM =
  'seed = hex(sha256("vidhi-neutral-order:" + date)); profiles ascend by hex(sha256(seed + ":" + id)), hex in lower case';

const INDIA_UTC_OFFSET_MS = 5.5 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Returns the date in India `daysLater` days after `now`, as `YYYY-MM-DD`. */
export const neutralDate = (now: number, daysLater = 0): string =>
  new Date(now + INDIA_UTC_OFFSET_MS + daysLater * DAY_MS).toISOString().slice(0, 10);

export const neutralSeed = (date: string): string => sha256(`vidhi-neutral-order:${date}`);

/**
 * Returns whether a client may request the order of this date: adjacent days only, so that paging can continue past
 * midnight.
 */
const isNear = (date: string, now: number): boolean =>
  [-1, 0, 1].some((days) => neutralDate(now, days) === date);

/** `sort=neutral`, or `sort=neutral:2026-11-21` to keep the order of a date past midnight. */
export const neutralOrder: ComputedOrder = {
  seedOf(date, now) {
    if (date === undefined) return neutralSeed(neutralDate(now));
    return isNear(date, now) ? neutralSeed(date) : null;
  },
  sortKeyOf: (id, seed) => sha256(`${seed}:${id}`),
};

const keyOf = (seed: string): string => `neutral:${seed}`;
const sortKeyWith =
  (seed: string) =>
  (id: number): string =>
    neutralOrder.sortKeyOf(id, seed);

/** Returns all profiles ordered by this seed; defaults to the seed of today. */
export function neutralRecords(
  model: ReadModel,
  seed: string = neutralSeed(neutralDate(model.now())),
): SortedOrder {
  return model.store(PROFILES).computedOrders.get(keyOf(seed), sortKeyWith(seed));
}

/** Offsets of the days whose orders are precomputed: those that may be requested, tomorrow first. */
const PREPARED_DAYS = [1, 0, -1];

/**
 * Computes the missing orders of tomorrow, today and yesterday, calling `pause` between slices of work. The order of
 * tomorrow is ready a day before it is used.
 */
export async function prepareNeutralOrders(model: ReadModel, pause: () => Promise<void>): Promise<void> {
  for (const days of PREPARED_DAYS) {
    const seed = neutralSeed(neutralDate(model.now(), days));
    await model.store(PROFILES).computedOrders.prepare(keyOf(seed), sortKeyWith(seed), pause);
  }
}
