import type { Envelope } from '@vidhi/contracts/events.ts';

/** An unpublished event, stored inside the document that it is about. */
export interface OutboxEntry {
  id: string;
  topic: string;
  /** Record key and aggregate id: events with the same key are ordered. */
  key: string;
  type: string;
  v: number;
  occurredAt: string;
  traceparent?: string;
  data: unknown;
}

/** A document with unpublished events, leased to one relay. */
export interface Leased {
  id: number | string;
  /** Revision of the document when it was leased. */
  rev: number;
  entries: readonly OutboxEntry[];
  /** Time on the clock of `performance.now()` after which the lease may end before the broker acknowledges. */
  sendBefore?: number;
}

/** Why the publication of a document stopped. */
export interface FailedPublication {
  /** The entries before the failed one; the broker has acknowledged them. */
  published: readonly OutboxEntry[];
  error: unknown;
  /** The event failed several times although the broker responds: an operator has to intervene. */
  isPoison: boolean;
}

/**
 * Storage that a relay publishes from. A relay that overruns its lease may publish an event twice, and consumers ignore
 * the duplicate.
 */
export interface OutboxPort<Claim extends Leased = Leased> {
  /** Leases those of these documents that are due and not leased. */
  claim(ids: readonly Claim['id'][]): Promise<Claim[]>;
  /** Ids of due documents, oldest first; may scan the collection. */
  findDue(limit: number): Promise<Claim['id'][]>;
  /** Removes the published entries and ends the leases; entries written since remain. */
  clear(published: readonly Claim[]): Promise<void>;
  /** Ends a lease before everything was published; the document is due again after `delayMs`. */
  postpone(claim: Claim, delayMs: number, failure: FailedPublication): Promise<void>;
  /** Time of the oldest unpublished event, or null if there is none. May scan the collection. */
  oldest(): Promise<Date | null>;
}

/** Converts an outbox entry to the event that consumers receive. */
export const toEnvelope = (entry: OutboxEntry): Envelope => ({
  id: entry.id,
  type: entry.type,
  v: entry.v,
  aggregateId: entry.key,
  occurredAt: entry.occurredAt,
  ...(entry.traceparent === undefined ? {} : { traceparent: entry.traceparent }),
  data: entry.data,
});
