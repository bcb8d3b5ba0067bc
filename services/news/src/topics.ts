import { TOPICS, type TopicLayout } from '@vidhi/contracts/topics.ts';

export interface NewsTopics {
  posts: TopicLayout;
  site: TopicLayout;
  views: TopicLayout;
  media: TopicLayout;
  users: TopicLayout;
}

const named = (layout: TopicLayout, suffix: string): TopicLayout => ({
  ...layout,
  name: `${layout.name}${suffix}`,
});

export const newsTopics = (suffix: string): NewsTopics => ({
  posts: named(TOPICS.newsPosts, suffix),
  site: named(TOPICS.newsSite, suffix),
  views: named(TOPICS.newsViews, suffix),
  media: named(TOPICS.catalogMedia, suffix),
  users: named(TOPICS.accountsUsers, suffix),
});
