import { eventId } from '@vidhi/contracts/events.ts';
import type { OutboxEntry } from '@vidhi/messaging/outbox.ts';
import type { Change } from './content-writes.ts';

export interface ChangeEvent {
  topic: string;
  key: string;
  type: string;
  data: unknown;
  /** Used in the event id instead of the document's id, where documents of several collections share an event type. */
  aggregate?: string;
}

/** Creates the outbox entry for a write. Its event id is deterministic: type, aggregate and revision. */
export function createChangeEvent(
  { id, rev, at, traceparent }: Change,
  { topic, key, type, data, aggregate }: ChangeEvent,
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
