import type { Envelope } from '@vidhi/contracts/events.ts';

/** A fact that waits, inside the document it is about, for its publication. */
export interface OutboxEntry {
  id: string;
  topic: string;
  /** Orders facts on the topic, and names what they are about. */
  key: string;
  type: string;
  v: number;
  occurredAt: string;
  traceparent?: string;
  data: unknown;
}

/** A document with facts to publish, leased to one relay. */
export interface Leased {
  id: number | string;
  /** Of the document when it was leased. */
  rev: number;
  entries: readonly OutboxEntry[];
}

/** Where the relay finds facts. A lease, not a lock: whoever overruns it only repeats what consumers ignore. */
export interface OutboxPort<Claim extends Leased = Leased> {
  /** Leases these documents as far as they have something due and nobody else holds them. */
  claim(ids: readonly Claim['id'][]): Promise<Claim[]>;
  /** Documents with something due, oldest first; may scan. */
  findDue(limit: number): Promise<Claim['id'][]>;
  /** Removes the published entries and ends the leases; entries written since stay. */
  clear(published: readonly Claim[]): Promise<void>;
  /** Ends a lease without publication and makes the document due again later. */
  postpone(claim: Claim, delayMs: number): Promise<void>;
  /** When the oldest waiting fact occurred, or null. May scan. */
  oldest(): Promise<Date | null>;
}

export const toEnvelope = (entry: OutboxEntry): Envelope => ({
  id: entry.id,
  type: entry.type,
  v: entry.v,
  aggregateId: entry.key,
  occurredAt: entry.occurredAt,
  ...(entry.traceparent === undefined ? {} : { traceparent: entry.traceparent }),
  data: entry.data,
});
