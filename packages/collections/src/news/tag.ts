import { defineCollection } from '../declaration.ts';

export const tagCollection = defineCollection({
  name: 'tag',
  plural: 'tags',
  uid: 'api::tag.tag',
  kind: 'collection',
  owner: 'news',
  part: 'articles',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string', required: true },
    slug: { type: 'string', required: true },
    posts: { type: 'relation', relation: 'manyToMany', target: 'post', mappedBy: 'tags' },
    /** Slugs that this tag had before, for redirects. */
    old_slugs: { type: 'json', private: true },
    /** Ids of those that were merged into it, which texts that are being written may still name. */
    merged_ids: { type: 'json', private: true },
  },
});
