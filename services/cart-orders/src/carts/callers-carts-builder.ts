import { CALLER_IDS } from '@vidhi/testing/authorization-matrix.ts';
import { userOwner, type CartLine } from './cart-line.ts';
import type { CartStore } from './cart-store.ts';

/** Account of the line that belongs to no caller. The id of a line is that of its account. */
export const OTHER = 99;

const lineOf = (userId: number): CartLine => ({
  id: userId,
  owner: userOwner(userId),
  userId,
  bookId: 1,
  quantity: 1,
  batchId: null,
  batches: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
  lineId: `line-${userId}`,
  rev: 1,
});
const LINES = [...Object.values(CALLER_IDS), OTHER].map(lineOf);

/** Every caller has one line, which no request changes. */
export const store: CartStore = {
  list: async (owners) => LINES.filter(({ owner }) => owners.includes(owner)),
  find: async (id, owners) => LINES.find((line) => line.id === id && owners.includes(line.owner)) ?? null,
  add: async ({ userId }) => lineOf(userId ?? 0),
  setQuantity: async (id) => lineOf(id),
  checkedOut: async () => undefined,
  remove: async () => true,
  restore: async () => undefined,
  merge: async () => undefined,
  takePurchased: async () => undefined,
  listStored: async (userId) => LINES.filter((line) => line.userId === userId),
  deleteRemovedBefore: async () => undefined,
  removeOf: async () => undefined,
  removeGuestLinesBefore: async () => undefined,
};
