import { eventId } from '@vidhi/contracts/events.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { Change } from './content-store.ts';

export interface Fact {
  topic: string;
  key: string;
  type: string;
  data: unknown;
  /** What the id is of, where ids of several collections share a type. */
  aggregate?: string;
}

/** A fact about a write, under an id that follows from the write alone. */
export function factOf(
  { id, rev, at, traceparent }: Change,
  { topic, key, type, data, aggregate }: Fact,
): OutboxEntry {
  return {
    id: eventId(type, aggregate ?? id, rev),
    topic,
    key,
    type,
    v: 1,
    occurredAt: at.toISOString(),
    ...(traceparent === undefined ? {} : { traceparent }),
    data,
  };
}
