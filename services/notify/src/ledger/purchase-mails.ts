import { PURCHASE_EVENTS } from '@vidhi/contracts/events.ts';
import type { StoredModel } from '@vidhi/service-kit/stored-collection.ts';
import type { MailDocument } from './mail-collection.ts';
import { mailId, type PlannedMail } from './mail.ts';

const MAX_OF_PURCHASE = 200;
/** Between an event and the number of a repetition of its mail. */
const AGAIN = ':again-';

/** A row as it is listed: what was removed from an old one is absent. */
export type ListedMail = Pick<MailDocument, '_id' | 'role' | 'state'> &
  Partial<Pick<MailDocument, 'template' | 'createdAt' | 'endedAt' | 'lastFailure'>>;

/** The mails of one purchase. */
export interface PurchaseMails {
  /**
   * Sends a mail of a purchase again: a dead one as it is, one that ended under an event of its own, which `round` makes
   * deterministic. Resolves with its id; null where the purchase has no such mail; `busy` while it is yet to be sent, `old`
   * where its source was removed.
   */
  resend(purchaseId: string, mailId: string, round: string): Promise<string | null | 'busy' | 'old'>;
  /** The mails of the events of a purchase, in the order of their creation; old ones lack template and times. */
  listOfPurchase(purchaseId: string): Promise<ListedMail[]>;
}

/** Creates the part of the ledger that is about the mails of one purchase. */
export function createPurchaseMails(
  mails: StoredModel<MailDocument>,
  ledger: {
    insert(eventId: string, planned: readonly PlannedMail[]): Promise<string[]>;
    requeueDead(ids: readonly string[]): Promise<number>;
  },
): PurchaseMails {
  return {
    async listOfPurchase(purchaseId) {
      // The id of each event of a purchase begins with its type and the purchase.
      const ofPurchase = PURCHASE_EVENTS.map(({ type }) => ({
        eventId: { $gte: `${type}:${purchaseId}`, $lt: `${type}:${purchaseId};` },
      }));
      return mails.find({ $or: ofPurchase }).sort({ createdAt: 1 }).limit(MAX_OF_PURCHASE);
    },

    async resend(purchaseId, id, round) {
      const found = await mails.findOne({ _id: id });
      const isOfPurchase = PURCHASE_EVENTS.some(
        ({ type }) =>
          found?.eventId === `${type}:${purchaseId}` ||
          found?.eventId.startsWith(`${type}:${purchaseId}:`) === true,
      );
      if (found === null || !isOfPurchase) return null;
      if (found.state === 'QUEUED' || found.state === 'SENDING') return 'busy';
      if (found.state === 'DEAD') {
        await ledger.requeueDead([id]);
        return id;
      }
      // Rows of long ago have lost them.
      const { eventId, template, role, source } = found as Partial<MailDocument>;
      if (eventId === undefined || role === undefined || source === undefined || template === undefined)
        return 'old';
      const [original = ''] = eventId.split(AGAIN);
      const planned = { template, role, source };
      await ledger.insert(`${original}${AGAIN}${round}`, [planned]);
      return mailId(`${original}${AGAIN}${round}`, planned);
    },
  };
}
