import type { Connection, mongo } from 'mongoose';
import type { PaymentLinkState } from '@vidhi/contracts/payment-link-names.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import { WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { beginningWith, queryKey } from '../desk/search-keys.ts';
import { PAYMENT_LINKS } from './payment-link-collection.ts';
import { linkIdIn, type StoredPaymentLink } from './payment-link.ts';

/** Outcome for the payment of a link: it has taken the link over, or is refunded. */
export type LinkClaim = 'claimed' | 'cancelled' | 'paid-before';

/** Every write is one conditional update of one document; a repetition matches nothing. */
export interface PaymentLinkStore {
  find(id: string): Promise<StoredPaymentLink | null>;
  /** False when it was there. */
  insert(link: StoredPaymentLink): Promise<boolean>;
  /** The latest first. */
  list(
    filters: { state?: PaymentLinkState | undefined; q?: string | undefined },
    page: { skip: number; limit: number },
  ): Promise<{ links: StoredPaymentLink[]; total: number }>;
  /** Cancels an open link, also an expired one. False when it was cancelled or paid before. */
  cancel(id: string, releaseDueAt: Date, entry: StoredEntry): Promise<boolean>;
  /** Notes the mail of this number, with its events. False when the link is not open, or was mailed meanwhile. */
  mailed(id: string, number: number, entries: readonly StoredEntry[]): Promise<boolean>;
  /**
   * Takes a link over for the checkout that has paid it, unless it was cancelled or paid by another one; may be repeated.
   * The addresses are removed: the checkout has them. A link that the database has lost is claimed: its buyer has paid.
   */
  claim(id: string, checkoutId: string, releaseDueAt: Date): Promise<LinkClaim>;
  /** Notes that the copies are reserved for as long as the link is open. */
  held(id: string): Promise<void>;
  /** Notes that the reservations are released, unless the link was made due again. */
  released(link: Pick<StoredPaymentLink, '_id' | 'releaseDueAt'>): Promise<void>;
  /** Links of which something is left to do. */
  findDue(limit: number): Promise<StoredPaymentLink[]>;
  /** Removes addresses of links that expired before. */
  removeContactsBefore(date: Date): Promise<void>;
}

export function mongoPaymentLinkStore(
  connection: Connection,
  now: () => number = Date.now,
): PaymentLinkStore {
  const links = modelOf(connection, PAYMENT_LINKS);
  const stateFilterOf = (state: PaymentLinkState | undefined): mongo.Filter<StoredPaymentLink> => {
    if (state === undefined) return {};
    if (state === 'paid' || state === 'cancelled')
      return { state: state === 'paid' ? ('PAID' as const) : ('CANCELLED' as const) };
    const at = new Date(now());
    return { state: 'OPEN' as const, expiresAt: state === 'open' ? { $gt: at } : { $lte: at } };
  };
  const searchFilterOf = (q: string): mongo.Filter<StoredPaymentLink> => {
    const id = linkIdIn(q);
    if (id !== null) return { _id: id };
    const key = queryKey(q);
    return key === '' ? {} : { keys: beginningWith(key) };
  };
  return {
    find: (id) => links.findOne({ _id: id }).exec(),
    async insert(link) {
      try {
        await links.insertOne(link);
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    async list({ state, q = '' }, { skip, limit }) {
      const filter = { $and: [stateFilterOf(state), searchFilterOf(q)] };
      const found = links.find(filter, WITHOUT_OUTBOX).sort({ createdAt: -1 }).skip(skip).limit(limit);
      return { links: await found.exec(), total: await links.countDocuments(filter).exec() };
    },
    async cancel(id, releaseDueAt, entry) {
      const { matchedCount } = await links.updateOne(
        { _id: id, state: 'OPEN' },
        withEntries<StoredPaymentLink>(
          {
            $set: { state: 'CANCELLED', releaseDueAt },
            $unset: { holdDue: '' },
          } as unknown as mongo.UpdateFilter<StoredPaymentLink>,
          [entry],
        ),
      );
      return matchedCount === 1;
    },
    async mailed(id, number, entries) {
      const { matchedCount } = await links.updateOne(
        { _id: id, state: 'OPEN', expiresAt: { $gt: new Date(now()) }, mails: number - 1 },
        withEntries<StoredPaymentLink>({ $set: { mails: number } }, entries),
      );
      return matchedCount === 1;
    },
    async claim(id, checkoutId, releaseDueAt) {
      const { matchedCount } = await links.updateOne(
        { _id: id, state: 'OPEN' },
        {
          $set: { state: 'PAID', checkoutId, billing: null, shipping: null, releaseDueAt },
          $unset: { holdDue: '', keys: '' },
        },
      );
      if (matchedCount === 1) return 'claimed';
      const found = await links.findOne({ _id: id });
      if (found === null || found.checkoutId === checkoutId) return 'claimed';
      return found.state === 'CANCELLED' ? 'cancelled' : 'paid-before';
    },
    async held(id) {
      await links.updateOne({ _id: id }, { $unset: { holdDue: '' } });
    },
    async released({ _id, releaseDueAt }) {
      if (releaseDueAt !== undefined)
        await links.updateOne({ _id, releaseDueAt }, { $unset: { releaseDueAt: '' } });
    },
    findDue: (limit) =>
      links
        .find({ $or: [{ holdDue: true }, { releaseDueAt: { $lte: new Date(now()) } }] })
        .limit(limit)
        .exec(),
    async removeContactsBefore(date) {
      await links.updateMany(
        { billing: { $ne: null }, expiresAt: { $lt: date } },
        { $set: { billing: null, shipping: null }, $unset: { keys: '' } },
      );
    },
  };
}
