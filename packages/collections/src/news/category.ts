import { defineCollection } from '../declaration.ts';
import { MERGED_IDS } from '../merged-ids.ts';

export const categoryCollection = defineCollection({
  name: 'category',
  plural: 'categories',
  uid: 'api::category.category',
  kind: 'collection',
  owner: 'news',
  part: 'articles',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string', required: true },
    title: { type: 'string' },
    slug: { type: 'string', required: true },
    description: { type: 'text' },
    keywords: { type: 'string' },
    heading_title: { type: 'string' },
    show_nav: { type: 'boolean' },
    show_order: { type: 'integer' },
    parent_category: { type: 'relation', relation: 'manyToOne', target: 'category', inversedBy: 'children' },
    children: { type: 'relation', relation: 'oneToMany', target: 'category', mappedBy: 'parent_category' },
    posts: { type: 'relation', relation: 'manyToMany', target: 'post', mappedBy: 'categories' },
    /** Slugs that this category had before, for redirects. */
    old_slugs: { type: 'json', private: true },
    merged_ids: MERGED_IDS,
  },
});
