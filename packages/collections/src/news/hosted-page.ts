import { defineCollection } from '../declaration.ts';

export const hostedPageCollection = defineCollection({
  name: 'hosted-page',
  plural: 'hosted-pages',
  uid: 'api::hosted-page.hosted-page',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string', required: true },
    /** Address of the page elsewhere. One of `targetUrl` and `content` is required (`content-rules.ts` of news). */
    targetUrl: { type: 'string' },
    description: { type: 'text' },
    /** The text of a page that this site shows itself. */
    content: { type: 'text', html: true, absentIfNull: true },
  },
});
