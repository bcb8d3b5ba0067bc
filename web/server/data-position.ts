export const POSITION_HEADER = 'x-data-position';
/** Seconds since a service has last received events from Kafka; absent while its consumers are connected. */
export const AGE_HEADER = 'x-data-age';

/**
 * Merges the data positions (`news.posts=12;news.site=4`) of all responses that a page is rendered from: for each topic
 * the lowest offset. The gateway serves a page from its cache only while no later event has been published.
 */
export function createPositionMerger(): { add(header: string): void; format(): string } {
  const lowest = new Map<string, number>();
  const seen = new Set<string>();
  return {
    add(header) {
      if (seen.has(header)) return;
      seen.add(header);
      for (const part of header.split(';')) {
        const [topic = '', offset = ''] = part.split('=');
        const value = Number(offset);
        if (topic.trim() === '' || offset.trim() === '' || !Number.isSafeInteger(value)) continue;
        lowest.set(topic.trim(), Math.min(lowest.get(topic.trim()) ?? value, value));
      }
    },
    format: () => [...lowest].map(([topic, offset]) => `${topic}=${offset}`).join(';'),
  };
}
