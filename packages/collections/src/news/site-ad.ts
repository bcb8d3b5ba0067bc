import { defineCollection } from '../declaration.ts';

export const siteAdCollection = defineCollection({
  name: 'site-ad',
  plural: 'site-ads',
  uid: 'api::site-ad.site-ad',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    title: { type: 'string', required: true },
    youtube: { type: 'string' },
    link: { type: 'string' },
    image: { type: 'media' },
    type: {
      type: 'enumeration',
      required: true,
      enum: ['Side Bar', 'One Column into List', 'Two Column into List', 'Inner Content'],
    },
  },
});
