/** What every page says about itself, and what the server tells the browser at start. */
export interface SiteConfig {
  name: string;
  description: string;
  /** Whether the label `2 min read` gives way to a counted one. */
  computedReadTime: boolean;
  /** Whether search engines are asked not to list profiles. */
  profilesNoindex: boolean;
  /** Origin for canonical addresses, without a slash at the end. */
  publicUrl: string;
  /** Hosts whose pages may be shown in a frame; the same list is in the security policy. */
  frameHosts: readonly string[];
}

export const TAGLINE = 'Legal and taxation news for India';
export const FOUNDING_YEAR = 2012;

export const absoluteUrl = (site: SiteConfig, path: string): string =>
  /^https?:/.test(path) ? path : `${site.publicUrl}${path}`;
