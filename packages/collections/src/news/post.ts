import { defineCollection } from '../declaration.ts';

export const postCollection = defineCollection({
  name: 'post',
  plural: 'posts',
  uid: 'api::post.post',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: true,
  attributes: {
    title: { type: 'string', required: true },
    slug: { type: 'string', required: true, unique: true },
    content: { type: 'text', longText: true, html: true },
    image: { type: 'media' },
    youtube: { type: 'string' },
    publish_date: { type: 'datetime' },
    views_count: { type: 'integer' },
    trending: { type: 'boolean' },
    newstags: { type: 'string' },
    /** Language tag of the text; without it, its letters decide. */
    language: { type: 'string', maxLength: 35, absentIfNull: true },
    user: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.user',
      filterable: false,
    },
    tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'posts' },
    categories: { type: 'relation', relation: 'manyToMany', target: 'category', inversedBy: 'posts' },
    /** Slugs that this post had before, for redirects. */
    old_slugs: { type: 'json', private: true },
    /** Version of the rules that sanitized `content`. */
    html_version: { type: 'integer', private: true },
  },
});
