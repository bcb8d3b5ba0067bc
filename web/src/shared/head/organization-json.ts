import { FOUNDING_YEAR, type SiteConfig } from '../site/site.ts';
import type { SocialLink } from '../site/site-reads.ts';

/** Returns the publisher of the site as schema.org's `Organization`. */
export const organizationJson = (site: SiteConfig, social: readonly SocialLink[] = []) => ({
  '@type': 'Organization',
  '@id': `${site.publicUrl}/#organization`,
  name: site.name,
  url: `${site.publicUrl}/`,
  logo: `${site.publicUrl}/icon.svg`,
  foundingDate: String(FOUNDING_YEAR),
  sameAs: social.map(({ url }) => url),
});
