/** How one Kafka topic is laid out. A reader's position in a one-partition topic is a single offset. */
export interface TopicLayout {
  name: string;
  partitions: number;
  compacted: boolean;
}

export const TOPICS = {
  accountsUsers: { name: 'accounts.users', partitions: 1, compacted: true },
  catalogMedia: { name: 'catalog.media', partitions: 1, compacted: true },
  newsPosts: { name: 'news.posts', partitions: 1, compacted: true },
  newsSite: { name: 'news.site', partitions: 1, compacted: true },
  newsViews: { name: 'news.views', partitions: 1, compacted: false },
} as const satisfies Record<string, TopicLayout>;

/** Where a record goes that its consumer refuses for good. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`;
