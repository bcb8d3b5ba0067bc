/** How one Kafka topic is laid out. A reader's position in a one-partition topic is a single offset. */
export interface TopicLayout {
  name: string;
  partitions: number;
  compacted: boolean;
}

export const TOPICS = {
  accountsUsers: { name: 'accounts.users', partitions: 1, compacted: true },
  catalogBooks: { name: 'catalog.books', partitions: 1, compacted: true },
  catalogLists: { name: 'catalog.lists', partitions: 1, compacted: true },
  catalogMedia: { name: 'catalog.media', partitions: 1, compacted: true },
  catalogProfiles: { name: 'catalog.profiles', partitions: 1, compacted: true },
  newsPosts: { name: 'news.posts', partitions: 1, compacted: true },
  newsSite: { name: 'news.site', partitions: 1, compacted: true },
  newsViews: { name: 'news.views', partitions: 1, compacted: false },
} as const satisfies Record<string, TopicLayout>;

/** The same topic for one of several sites, or test runs, that share a cluster. */
export const withSuffix = (layout: TopicLayout, suffix: string): TopicLayout => ({
  ...layout,
  name: `${layout.name}${suffix}`,
});

/** Where a record goes that its consumer refuses for good. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`;
