import { eventId } from '@vidhi/contracts/events.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { Change } from './content-store.ts';

export interface Fact {
  topic: string;
  key: string;
  type: string;
  data: unknown;
}

/** A fact about a write, under an id that follows from the write alone. */
export function factOf({ id, rev, at, traceparent }: Change, { topic, key, type, data }: Fact): OutboxEntry {
  return {
    id: eventId(type, id, rev),
    topic,
    key,
    type,
    v: 1,
    occurredAt: at.toISOString(),
    ...(traceparent === undefined ? {} : { traceparent }),
    data,
  };
}
