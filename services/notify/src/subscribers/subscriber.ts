import { createHash } from 'node:crypto';
import { isMailable } from '@vidhi/contracts/email-address.ts';

/**
 * `PENDING`: its owner has not confirmed it, and receives nothing but the confirmation mail. `IMPORTED`: came with a site,
 * and receives nothing. `UNSUBSCRIBED`: the address is deleted; its hash stays, so that it is not subscribed by an import.
 */
export type SubscriberState = 'PENDING' | 'CONFIRMED' | 'IMPORTED' | 'UNSUBSCRIBED';

export interface Subscriber {
  /** Hash of the address. */
  _id: string;
  /** Absent after unsubscribing. */
  email?: string;
  state: SubscriberState;
  /** Form in which the address was entered first. */
  source: string;
  /** Hashes of the keys in mailed links that confirm, and of those that unsubscribe, the last ones at the end. */
  confirmKeyHashes?: string[];
  unsubscribeKeyHashes?: string[];
  /** Number of requested confirmation mails. */
  requests: number;
  requestedAt: Date;
  /** A ledger row for the last request is to be added. */
  mailDue?: boolean;
  createdAt: Date;
  confirmedAt?: Date;
  unsubscribedAt?: Date;
  /** Id in the imported site. */
  importedId?: number;
}

const normalise = (email: string): string => email.trim().toLowerCase();

/** Returns the address in its stored form; null when it is none. */
export function readAddress(email: string): string | null {
  const address = normalise(email);
  return isMailable(address) ? address : null;
}

export const subscriberId = (address: string): string =>
  createHash('sha256').update(`subscriber ${address}`).digest('hex').slice(0, 40);

/** Id of the event that requires a confirmation mail. */
export const requestEventId = ({ _id, requests }: Pick<Subscriber, '_id' | 'requests'>): string =>
  `subscription.requested:${_id}:${requests}`;
