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
    targetUrl: { type: 'string', required: true },
    description: { type: 'text' },
  },
});
