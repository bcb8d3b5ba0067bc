import { Value } from 'typebox/value';
import type { EventDeclaration } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { activeTraceparent } from '@vidhi/service-kit/tracing/spans.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';

/** An event inside the document that it is about. Both dates are the database server's. */
export interface StoredEntry extends OutboxEntry {
  /** Null or absent until a relay has marked it; null again after it was re-armed. */
  publishedAt?: Date | null;
  /** Null or absent until its consumer has it. */
  acknowledgedAt?: Date | null;
}

export interface NewEntry {
  /** Deterministic, the same for every repetition of one event: `payment.verified:<checkoutId>`. */
  id: string;
  /** Record key: the id of the document. Events of one key keep their order because they lie in one document. */
  key: string | number;
  data: unknown;
  occurredAt: Date;
  /** Trace context; that of the active span by default. */
  traceparent?: string | undefined;
}

/**
 * Maximum size of a serialized event, below Kafka's limit. Larger data belong in an endpoint that the consumer requests.
 */
export const MAX_ENTRY_BYTES = 256 * 1024;

/** An event that no consumer could read or no broker take, found before it is stored. */
export class InvalidEntryError extends Error {
  override name = 'InvalidEntryError';
}

/**
 * Creates an entry for a write of its document. Throws InvalidEntryError for data that do not fit the declaration or are
 * too large: stored, such an event would hold every later one of its document.
 */
export function createEntry(topic: TopicLayout, event: EventDeclaration, fields: NewEntry): StoredEntry {
  const { id, key, data, occurredAt, traceparent = activeTraceparent() } = fields;
  const entry: StoredEntry = {
    id,
    topic: topic.name,
    key: String(key),
    type: event.type,
    v: event.v,
    occurredAt: occurredAt.toISOString(),
    ...(traceparent === undefined ? {} : { traceparent }),
    data,
    publishedAt: null,
    acknowledgedAt: null,
  };
  if (id === '' || entry.key === '') throw new InvalidEntryError('an event needs an id and a key');
  const [problem] = Value.Errors(event.data, data);
  if (problem !== undefined)
    throw new InvalidEntryError(`${id}: ${problem.instancePath || '/'} ${problem.message}`);
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  if (bytes > MAX_ENTRY_BYTES) throw new InvalidEntryError(`${id}: ${bytes} bytes are too many`);
  return entry;
}
