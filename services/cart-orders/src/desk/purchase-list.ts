import type { Connection, mongo } from 'mongoose';
import { WITHOUT_OUTBOX } from '@vidhi/outbox/outbox-document.ts';
import { MAX_LISTED_PURCHASES, type PurchaseFilters } from '@vidhi/contracts/shop-desk.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { PURCHASES } from '../purchases/purchase-collection.ts';
import { beginningWith, queryKey, searchKey } from './search-keys.ts';

type Filter = mongo.Filter<Purchase>;

export interface ListedPurchases {
  purchases: Purchase[];
  /** Counted up to `MAX_LISTED_PURCHASES`. */
  total: number;
  hasMore: boolean;
  /** Null without a search. */
  searched: 'beginnings' | 'whole words' | null;
}

/** Purchases as the desk lists them; every query is answered from an index, with a bound. */
export interface PurchaseList {
  list(filters: PurchaseFilters, page: number, pageSize: number): Promise<ListedPurchases>;
  /** All matches in the order of the list, read in batches. */
  stream(filters: PurchaseFilters): Promise<AsyncIterable<Purchase>>;
}

/** More matches of a beginning than these are not sorted: then whole words are searched for, which an index sorts. */
const MAX_BEGINNINGS = 1_000;
/** Shorter texts are compared as a whole. */
const MIN_BEGINNING = 3;
const BATCH = 200;
const INDIA_OFFSET = '+05:30';
const DAY_MS = 86_400_000;

function startOf(day: string): Date {
  const date = new Date(`${day}T00:00:00${INDIA_OFFSET}`);
  // Date.parse rolls over days like 2026-02-30.
  if (Number.isNaN(date.getTime()) || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day))
    throw validationError(`${day} is not a day`);
  return date;
}

/** Returns the conditions of all filters but the search. */
function conditionsOf(filters: PurchaseFilters): Filter[] {
  const { status, unshipped, problem, request, refund, from, to, min, max, book, city, buyer, user, tag } =
    filters;
  const conditions: Record<string, unknown>[] = [];
  const add = (value: unknown, condition: () => Record<string, unknown>): void => {
    if (value !== undefined) conditions.push(condition());
  };
  add(status, () => ({ 'desk.fulfilment': status }));
  add(unshipped, () => ({ 'desk.isOpen': true }));
  add(problem, () => ({ 'desk.hasProblem': true }));
  add(request, () => ({ 'desk.hasRequest': true }));
  add(refund, () => ({ 'desk.refund': refund }));
  add(from, () => ({ createdAt: { $gte: startOf(from ?? '') } }));
  add(to, () => ({ createdAt: { $lt: new Date(startOf(to ?? '').getTime() + DAY_MS) } }));
  add(min, () => ({ totalPaise: { $gte: Number(min) } }));
  add(max, () => ({ totalPaise: { $lte: Number(max) } }));
  add(book, () => ({ 'lines.bookId': Number(book) }));
  add(city, () => ({ 'desk.city': searchKey(city ?? '') }));
  add(buyer, () => ({ userId: buyer === 'guest' ? null : { $ne: null } }));
  add(user, () => ({ userId: Number(user) }));
  add(tag, () => ({ tags: tag }));
  return conditions as Filter[];
}

const all = (conditions: readonly Filter[]): Filter =>
  conditions.length === 0 ? {} : ({ $and: [...conditions] } as Filter);

/** Returns the order of a list: of purchases of one moment or amount, by their ids. */
function orderOf({ sort = '-created_at' }: PurchaseFilters): [string, 1 | -1][] {
  const direction = sort.startsWith('-') ? -1 : 1;
  return sort.endsWith('total')
    ? [
        ['totalPaise', direction],
        ['createdAt', direction],
      ]
    : [['createdAt', direction]];
}

export function mongoPurchaseList(connection: Connection): PurchaseList {
  const collection = modelOf(connection, PURCHASES);

  async function resolve(
    filters: PurchaseFilters,
  ): Promise<{ filter: Filter; searched: ListedPurchases['searched'] }> {
    const conditions = conditionsOf(filters);
    const key = queryKey(filters.q ?? '');
    if (key === '') return { filter: all(conditions), searched: null };
    const beginning = { 'desk.keys': beginningWith(key) } as Filter;
    const word = { 'desk.keys': key } as Filter;
    const isShort = key.length < MIN_BEGINNING;
    // Read once: count, page and order of so few are found by their ids.
    const ids = isShort ? [] : await collection.find(beginning, { _id: 1 }).limit(MAX_BEGINNINGS + 1);
    return isShort || ids.length > MAX_BEGINNINGS
      ? { filter: all([word, ...conditions]), searched: 'whole words' }
      : { filter: all([{ _id: { $in: ids.map(({ _id }) => _id) } }, ...conditions]), searched: 'beginnings' };
  }

  const find = (filter: Filter, filters: PurchaseFilters) =>
    collection.find(filter, { ...WITHOUT_OUTBOX, desk: 0 }).sort(orderOf(filters));

  return {
    async list(filters, page, pageSize) {
      const { filter, searched } = await resolve(filters);
      const counted = await collection.countDocuments(filter).limit(MAX_LISTED_PURCHASES + 1);
      const total = Math.min(counted, MAX_LISTED_PURCHASES);
      const skip = (page - 1) * pageSize;
      const limit = Math.min(pageSize, total - skip);
      const purchases = limit <= 0 ? [] : await find(filter, filters).skip(skip).limit(limit);
      return { purchases, total, hasMore: counted > total, searched };
    },
    async stream(filters) {
      const { filter } = await resolve(filters);
      return find(filter, filters).cursor({ batchSize: BATCH });
    },
  };
}
