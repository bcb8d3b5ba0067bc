/** Name and configuration of a Kafka topic. `compacted`: the broker retains only the last record of each key. */
export interface TopicLayout {
  name: string;
  partitions: number;
  compacted: boolean;
}

/** All topics. Those that are followed have one partition, so that a position is a single offset. */
export const TOPICS = {
  accountsMailRequests: { name: 'accounts.mail-requests', partitions: 3, compacted: false },
  accountsUsers: { name: 'accounts.users', partitions: 1, compacted: true },
  catalogBooks: { name: 'catalog.books', partitions: 1, compacted: true },
  /** Decisions of staff about profiles, for the mails to their owners. */
  catalogDecisions: { name: 'catalog.decisions', partitions: 1, compacted: false },
  catalogLists: { name: 'catalog.lists', partitions: 1, compacted: true },
  catalogMedia: { name: 'catalog.media', partitions: 1, compacted: true },
  catalogProfiles: { name: 'catalog.profiles', partitions: 1, compacted: true },
  /** Mentions in comments of the newsroom, for the mails to those who are mentioned. */
  newsMentions: { name: 'news.mentions', partitions: 1, compacted: false },
  newsPosts: { name: 'news.posts', partitions: 1, compacted: true },
  newsSite: { name: 'news.site', partitions: 1, compacted: true },
  newsViews: { name: 'news.views', partitions: 1, compacted: false },
  ordersPurchases: { name: 'orders.purchases', partitions: 6, compacted: false },
  paymentsCheckouts: { name: 'payments.checkouts', partitions: 6, compacted: false },
  /** Everything that people changed, from every service, for the audit log of accounts. */
  siteAudit: { name: 'site.audit', partitions: 1, compacted: false },
} as const satisfies Record<string, TopicLayout>;

/** Appends a suffix to the name of a topic, to separate sites or test runs that share a cluster. */
export const withSuffix = (layout: TopicLayout, suffix: string): TopicLayout => ({
  ...layout,
  name: `${layout.name}${suffix}`,
});

/** Name of the topic for records that the consumers of `topic` cannot apply. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`;

/** Name of the topic for dead letters that the consumers of a group handle again; no other group reads it. */
export const retryTopic = (groupId: string): string => `${groupId}.retry`;
