import { defineCollection } from '../declaration.ts';
import { MERGED_IDS } from '../merged-ids.ts';

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
    merged_ids: MERGED_IDS,
  },
});
