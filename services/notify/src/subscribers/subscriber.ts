import { createHash } from 'node:crypto';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import type { Subscriber } from './subscriber-collection.ts';

const normalise = (email: string): string => email.trim().toLowerCase();

/** Returns the address in its stored form; null when it is none. */
export function readAddress(email: string): string | null {
  const address = normalise(email);
  return isMailable(address) ? address : null;
}

export const subscriberId = (address: string): string =>
  createHash('sha256').update(`subscriber ${address}`).digest('hex').slice(0, 40);

/** Returns an entry of this address for which no mail was requested. */
export const freshEntry = (address: string): Omit<Subscriber, 'state' | 'source' | 'createdAt'> => ({
  _id: subscriberId(address),
  email: address,
  requests: 0,
  requestedAt: new Date(0),
});

/** Whether its owner has unsubscribed and not confirmed again since: an address that is entered again is `PENDING`. */
export const hasLeft = ({ state, unsubscribedAt }: Pick<Subscriber, 'state' | 'unsubscribedAt'>): boolean =>
  state === 'UNSUBSCRIBED' || (state !== 'CONFIRMED' && unsubscribedAt !== undefined);

/** Id of the event that requires a confirmation mail. */
export const requestEventId = ({ _id, requests }: Pick<Subscriber, '_id' | 'requests'>): string =>
  `subscription.requested:${_id}:${requests}`;
