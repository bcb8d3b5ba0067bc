import { TOPICS, withSuffix, type TopicLayout } from '@vidhi/contracts/topics.ts';

export interface NewsTopics {
  posts: TopicLayout;
  site: TopicLayout;
  views: TopicLayout;
  media: TopicLayout;
  users: TopicLayout;
  audit: TopicLayout;
  mentions: TopicLayout;
}

export const newsTopics = (suffix: string): NewsTopics => ({
  posts: withSuffix(TOPICS.newsPosts, suffix),
  site: withSuffix(TOPICS.newsSite, suffix),
  views: withSuffix(TOPICS.newsViews, suffix),
  media: withSuffix(TOPICS.catalogMedia, suffix),
  users: withSuffix(TOPICS.accountsUsers, suffix),
  audit: withSuffix(TOPICS.siteAudit, suffix),
  mentions: withSuffix(TOPICS.newsMentions, suffix),
});
