import type { mongo } from 'mongoose';
import type { StoredModel } from '@vidhi/service-kit/stored-collection.ts';
import type { MailDocument } from './mail-collection.ts';
import { MAIL_STATES, type MailState } from './mail.ts';

type Mails = Pick<StoredModel<MailDocument>, 'countDocuments' | 'collection'>;
type Counts = Record<MailState, number>;

async function countStates(
  mails: Mails,
  states: readonly MailState[],
  filter: mongo.Filter<MailDocument>,
): Promise<Partial<Counts>> {
  const counted = states.map(
    async (state) => [state, await mails.countDocuments({ ...filter, state })] as const,
  );
  return Object.fromEntries(await Promise.all(counted));
}

/** Counts the mails that match, by state. */
export const countMails = async (mails: Mails, filter: mongo.Filter<MailDocument>): Promise<Counts> =>
  (await countStates(mails, MAIL_STATES, filter)) as Counts;

/**
 * Counts all mails by state. Sent ones, of which there are as many as there ever were, are what is left of the collection's
 * size: while mails are written, their number may be a few too high or too low.
 */
export async function countAllMails(mails: Mails): Promise<Counts> {
  const others = await countStates(
    mails,
    MAIL_STATES.filter((state) => state !== 'SENT'),
    {},
  );
  const size = await mails.collection.estimatedDocumentCount();
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { ...others, SENT: Math.max(0, size - rest) } as Counts;
}
