import { defineCollection } from '../declaration.ts';

/** One picture of the slider. */
export const productCollection = defineCollection({
  name: 'product',
  plural: 'products',
  uid: 'api::product.product',
  kind: 'collection',
  owner: 'news',
  part: 'pages',
  draftAndPublish: false,
  attributes: { title: { type: 'string' }, link: { type: 'string' }, image: { type: 'media' } },
});
