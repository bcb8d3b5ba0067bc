import type { ContentWrites } from '@vidhi/content-service/store.ts';
import {
  siteOptionCollection,
  siteSettingCollection,
  socialLinkCollection,
} from '@vidhi/collections/news/site-settings.ts';

const DEFAULTS = [
  [siteSettingCollection, { contact_email: null, show_products: true, show_auth: true }],
  [socialLinkCollection, {}],
  [
    siteOptionCollection,
    {
      site_name: 'Vidhi',
      site_description: 'Legal and tax news for India',
      publisher_name: 'Vidhi',
      rule36_mode: false,
      computed_read_time: false,
      footer_year_from: 2012,
      footer_year_to: 2024,
    },
  ],
] as const;

/** Creates the settings at the first start, because clients poll until they exist. */
export async function ensureSingles(store: ContentWrites): Promise<void> {
  for (const [collection, values] of DEFAULTS) await store.ensureSingle(collection, values);
}
