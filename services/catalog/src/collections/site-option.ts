import { defineCollection } from '@vidhi/content-engine';

/** The site settings that catalog depends on. Owned by news; has no endpoint here. */
export const siteOptionCollection = defineCollection({
  name: 'site-option',
  plural: 'site-options',
  uid: 'api::site-option.site-option',
  kind: 'single',
  draftAndPublish: false,
  timestamps: false,
  attributes: {
    rule36_mode: { type: 'boolean' },
    profile_approval: { type: 'boolean' },
    profiles_noindex: { type: 'boolean' },
  },
});
