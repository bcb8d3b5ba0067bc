import { storedAs } from '@vidhi/collections/stored.ts';
import { bookCollection } from '@vidhi/collections/catalog/book.ts';
import { settledOffer, type Offer } from '@vidhi/contracts/book-offer.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';

/** Tracks the books whose price changes by itself. */
export interface BookOffers {
  note(name: string, id: number, doc: StoredDocument | null): void;
  /** Books whose stored discount is not the one of this moment. They stay due until they are noted with it. */
  due(now: number): number[];
}

const NAMES = ['discount', 'usual_discount', 'offer_discount', 'discount_from', 'discount_to'] as const;
const isSame = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);

/** Returns whether a stored book has a discount for some days. */
export const hasOffer = (doc: StoredDocument): boolean =>
  (storedAs(bookCollection, doc).offer_discount ?? null) !== null;

/** Returns the values by which a stored book differs from what applies at this moment; null for none. */
function changeOf(doc: StoredDocument, now: number): Record<string, unknown> | null {
  if (!hasOffer(doc)) return null;
  const settled = settledOffer(doc as Offer, now);
  return NAMES.every((name) => isSame(doc[name], settled[name])) ? null : { ...settled };
}

export function createBookOffers(): BookOffers {
  const offers = new Map<number, StoredDocument>();
  return {
    note(name, id, doc) {
      if (name !== bookCollection.name) return;
      if (doc === null || !hasOffer(doc)) offers.delete(id);
      else offers.set(id, doc);
    },
    due: (now) => [...offers].filter(([, doc]) => changeOf(doc, now) !== null).map(([id]) => id),
  };
}

const ORIGIN = { action: 'price_change', reason: 'An offer begins or ends' } as const;

/** Thrown to leave a book alone whose discount another process has settled, or whose offer was changed. */
class NotDueError extends Error {}

export interface SettleOptions {
  store: Pick<ContentWrites, 'update'>;
  live: Pick<LiveModel, 'put'>;
  offers: Pick<BookOffers, 'due'>;
  now?: () => number;
}

/**
 * Returns a function that begins and ends offers that are due. Repeatable, and what a crash leaves undone is due again. Every
 * process may run it: the first one settles a book.
 */
export const createSettleOffers =
  ({ store, live, offers, now = Date.now }: SettleOptions) =>
  async (): Promise<void> => {
    for (const id of offers.due(now())) {
      const decide = (current: StoredDocument): Record<string, unknown> => {
        const change = changeOf(current, now());
        if (change === null) throw new NotDueError();
        return change;
      };
      try {
        const written = await store.update(bookCollection, id, decide, ORIGIN);
        if (written !== null) live.put(bookCollection.name, written.doc, written.rev);
      } catch (error) {
        if (!(error instanceof NotDueError)) throw error;
      }
    }
  };
