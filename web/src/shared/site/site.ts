/** The facts of the site, configured on the server and passed to the browser in the page state. */
export interface SiteConfig {
  name: string;
  description: string;
  /** Below the name on the front page and in the foot. */
  tagline: string;
  /** Whether the read time is computed from the text instead of the constant `2 min read`. */
  computedReadTime: boolean;
  /** Whether profile pages have `noindex`. */
  profilesNoindex: boolean;
  /** Titles of pages with `{title}` and `{site}`, where the owner has chosen another than that of the product. */
  titlePattern?: string;
  /** Origin of canonical URLs, without a trailing slash. */
  publicUrl: string;
  /** Hosts whose pages may be framed; the security policy has the same list. */
  frameHosts: readonly string[];
  /** Origins of other sites whose pictures pages show; only documents of the console have them. */
  imageOrigins?: readonly string[];
  /** The card provider's checkout.js; only documents that may open its widget have it. */
  checkoutScript?: string;
  /** Only reading pages have it, where the operator has configured one. */
  analytics?: AnalyticsConfig;
}

/** A service of somebody else that counts readers, once each of them has agreed. */
export interface AnalyticsConfig {
  /** Address of its script. */
  script: string;
  /** Id of this site at the service, for its attribute `data-website-id`. */
  siteId?: string;
}

export const FOUNDING_YEAR = 2012;

export const absoluteUrl = (site: SiteConfig, path: string): string =>
  /^https?:/.test(path) ? path : `${site.publicUrl}${path}`;
