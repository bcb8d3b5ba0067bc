import type { FactsOf } from '@vidhi/content-api/store/content-store.ts';
import { MediaChanged, MediaRemoved, MediaStored, eventId } from '@vidhi/contracts/events.ts';

/** One fact for each write; the topic is compacted, so the whole object travels. */
export const mediaFacts =
  (topic: string): FactsOf =>
  ({ before, after, id, rev, at, traceparent }) => {
    if (before === null && after === null) return [];
    const { type, v } = after === null ? MediaRemoved : before === null ? MediaStored : MediaChanged;
    return [
      {
        id: eventId(type, id, rev),
        topic,
        key: String(id),
        type,
        v,
        occurredAt: at.toISOString(),
        ...(traceparent === undefined ? {} : { traceparent }),
        data: after === null ? { rev, id } : { rev, doc: after },
      },
    ];
  };
