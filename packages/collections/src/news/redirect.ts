import { defineCollection } from '../declaration.ts';

/** Addresses of a former site, and where they lead. Routes of news serve them (`services/news/src/redirects`). */
export const redirectCollection = defineCollection({
  name: 'redirect',
  plural: 'redirects',
  uid: 'api::redirect.redirect',
  kind: 'collection',
  owner: 'news',
  part: 'pages',
  ownRoutes: true,
  draftAndPublish: false,
  attributes: {
    /** A path in the form of `redirectPath` of the contracts. */
    from: { type: 'string', required: true, unique: true, maxLength: 500 },
    /** A path or an absolute URL in the form of `redirectTarget`; null for what is gone. */
    to: { type: 'string', maxLength: 1000 },
    code: { type: 'enumeration', enum: ['301', '302', '410'], required: true },
  },
});
