import { defineCollection } from '@vidhi/content-engine';

/** One picture of the slider. */
export const productCollection = defineCollection({
  name: 'product',
  plural: 'products',
  uid: 'api::product.product',
  kind: 'collection',
  draftAndPublish: false,
  attributes: { title: { type: 'string' }, link: { type: 'string' }, image: { type: 'media' } },
});
