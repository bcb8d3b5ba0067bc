import { defineCollection } from '../declaration.ts';

export const postCollection = defineCollection({
  name: 'post',
  plural: 'posts',
  uid: 'api::post.post',
  kind: 'collection',
  owner: 'news',
  part: 'articles',
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
    /** Title and description for search engines, in place of those of the article. */
    seo_title: { type: 'string', maxLength: 120, absentIfNull: true },
    seo_description: { type: 'string', maxLength: 300, absentIfNull: true },
    /** The judgment or order that the article is about: a document of the library, and what it says of itself. */
    judgment_document: { type: 'media', accepts: 'documents', absentIfNull: true },
    judgment_court: { type: 'string', maxLength: 200, absentIfNull: true },
    /** Names of the judges. */
    judgment_bench: { type: 'string', maxLength: 300, absentIfNull: true },
    judgment_decided_on: { type: 'date', absentIfNull: true },
    /** Stage of the review; none for a draft. Set by the transitions of the newsroom alone. */
    stage: {
      type: 'enumeration',
      enum: ['in_review', 'changes_requested', 'approved'],
      audience: 'staff',
      readonly: true,
      absentIfNull: true,
    },
    archived_at: { type: 'datetime', audience: 'staff', readonly: true, absentIfNull: true },
    /** Id of the account that is to review it. */
    reviewer: { type: 'integer', audience: 'staff', absentIfNull: true },
    /** No publication before this time. */
    embargo_until: { type: 'datetime', audience: 'staff', absentIfNull: true },
    /** Withdrawn from readers at this time. */
    unpublish_at: { type: 'datetime', audience: 'staff', absentIfNull: true },
    /** Corrections in the shape of `Correction` of the contracts; set by an act of its own. */
    corrections: { type: 'json', readonly: true, absentIfNull: true },
    /** Order of a court that withholds the article; set by the act of an administrator alone. */
    takedown: { type: 'json', audience: 'staff', readonly: true, absentIfNull: true },
    user: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.user',
      filterable: false,
    },
    /** Author without an account, in place of `user`. */
    guest_author: { type: 'relation', relation: 'manyToOne', target: 'news-author', absentIfNull: true },
    tags: { type: 'relation', relation: 'manyToMany', target: 'tag', inversedBy: 'posts' },
    categories: { type: 'relation', relation: 'manyToMany', target: 'category', inversedBy: 'posts' },
    /** Slugs that this post had before, for redirects. */
    old_slugs: { type: 'json', private: true },
    /** Version of the rules that sanitized `content`. */
    html_version: { type: 'integer', private: true },
  },
});
