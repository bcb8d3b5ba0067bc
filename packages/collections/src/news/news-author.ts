import { defineCollection } from '../declaration.ts';

/**
 * People whom readers see as authors of articles: guests without an account, and what pages show about members of staff beside
 * the names of their accounts.
 */
export const newsAuthorCollection = defineCollection({
  name: 'news-author',
  plural: 'news-authors',
  uid: 'api::news-author.news-author',
  kind: 'collection',
  owner: 'news',
  part: 'articles',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string', required: true, maxLength: 120 },
    /** Never a number alone: pages of authors without an entry here go by the id of their account. */
    slug: { type: 'string', required: true, unique: true, maxLength: 120 },
    /** A line about them. */
    line: { type: 'string', maxLength: 300 },
    picture: { type: 'media' },
    /** Their pages elsewhere, one web address on a line. */
    links: { type: 'text', maxLength: 1000 },
    /** Account of a member of staff; none for a guest. */
    user: {
      type: 'relation',
      relation: 'oneToOne',
      target: 'plugin::users-permissions.user',
      unique: true,
      filterable: false,
    },
    /** Slugs that this author had before, for redirects. */
    old_slugs: { type: 'json', private: true },
  },
});
