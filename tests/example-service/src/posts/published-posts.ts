import { PostPublished, eventsByType } from '@vidhi/contracts/events.ts';
import type { Handle } from '@vidhi/messaging/apply-record.ts';

/** The event types that are counted; the consumer skips all others. */
export const COUNTED_EVENTS = eventsByType([PostPublished]);

/** The posts that were published while this process runs. */
export interface PublishedPosts {
  count(): number;
  handle: Handle;
}

export function createPublishedPosts(): PublishedPosts {
  const ids = new Set<string>();
  return {
    count: () => ids.size,
    async handle({ aggregateId }) {
      if (ids.has(aggregateId)) return 'duplicate';
      ids.add(aggregateId);
      return 'applied';
    },
  };
}
