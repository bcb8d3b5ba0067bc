import { TOPICS, withSuffix, type TopicLayout } from '@vidhi/contracts/topics.ts';

export interface CatalogTopics {
  books: TopicLayout;
  profiles: TopicLayout;
  lists: TopicLayout;
  media: TopicLayout;
  users: TopicLayout;
  site: TopicLayout;
  audit: TopicLayout;
  decisions: TopicLayout;
}

export const catalogTopics = (suffix: string): CatalogTopics => ({
  books: withSuffix(TOPICS.catalogBooks, suffix),
  profiles: withSuffix(TOPICS.catalogProfiles, suffix),
  lists: withSuffix(TOPICS.catalogLists, suffix),
  media: withSuffix(TOPICS.catalogMedia, suffix),
  users: withSuffix(TOPICS.accountsUsers, suffix),
  site: withSuffix(TOPICS.newsSite, suffix),
  audit: withSuffix(TOPICS.siteAudit, suffix),
  decisions: withSuffix(TOPICS.catalogDecisions, suffix),
});
