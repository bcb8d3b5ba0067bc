import { defineCollection } from '@vidhi/content-engine/schema/collection.ts';

/** Of the site's own settings, which news keeps, what the catalogue obeys. Has no address here. */
export const siteOptionCollection = defineCollection({
  name: 'site-option',
  plural: 'site-options',
  uid: 'api::site-option.site-option',
  kind: 'single',
  draftAndPublish: false,
  timestamps: false,
  attributes: { rule36_mode: { type: 'boolean' } },
});
