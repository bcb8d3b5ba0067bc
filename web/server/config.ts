import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import type { AnalyticsConfig } from '#shared/site/site.ts';
import { ListenEnv } from '@vidhi/service-kit/service-env.ts';

const SITE_DESCRIPTION =
  'Judgments, statutes and tax, reported and explained for advocates, chartered accountants, company secretaries and students of law.';

/** Until the owner has set another. */
export const TAGLINE = 'Legal and taxation news for India';
export const RENDER_BUDGET_MS = 50;
export const CHECKOUT_SCRIPT_URL = 'https://checkout.razorpay.com/v1/checkout.js';

const Env = Type.Object({
  ...ListenEnv,
  /** Origins of the gateway or the news service, without `/api`, separated by commas. */
  API_URL: Type.String({ pattern: '^https?://' }),
  /** Origin of the catalogue service; books and profiles come from `API_URL` where left out. */
  CATALOG_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Origin of the notification service; newsletters come from `API_URL` where left out. */
  NOTIFY_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Name and description until the editors have set theirs. */
  SITE_NAME: Type.String({ default: 'Vidhi', minLength: 1 }),
  SITE_DESCRIPTION: Type.String({ default: SITE_DESCRIPTION, minLength: 1 }),
  /** Hosts, separated by commas, whose pages may be framed. */
  FRAME_HOSTS: Type.String({ default: '' }),
  /** Timeout of a request to the API. */
  API_TIMEOUT_MS: Type.Integer({ minimum: 1, default: 3_000 }),
  /** Time for which the only instance of the API still gets requests after a probe without a response. */
  MAX_SILENCE_MS: Type.Integer({ minimum: 100, default: 2_000 }),
  /** Interval between two requests of `/readyz` of each process of the API. */
  PROBE_INTERVAL_MS: Type.Integer({ minimum: 50, default: 300 }),
  /** Time that a page may wait in the render queue before its shell is sent. */
  RENDER_BUDGET_MS: Type.Integer({ minimum: 0, default: RENDER_BUDGET_MS }),
  /** Further origins of pictures, separated by commas. */
  IMAGE_ORIGINS: Type.String({ default: '' }),
  /** Address for reports of vulnerabilities, in security.txt (RFC 9116); the contact page by default. */
  SECURITY_CONTACT: Type.Optional(Type.String({ pattern: '^(mailto:|tel:|https://)[^\\s]+$' })),
  /** Page with the rules for such reports. */
  SECURITY_POLICY_URL: Type.Optional(Type.String({ pattern: '^https://[^\\s]+$' })),
  /** Lines of ads.txt, separated by `\n`, or the address to which it leads. */
  ADS_TXT: Type.Optional(Type.String()),
  /**
   * Origin of a service of somebody else that counts readers. Reading pages ask each reader, and load its script once they agree;
   * without it nothing is asked or allowed.
   */
  ANALYTICS_ORIGIN: Type.Optional(Type.String({ pattern: '^https?://[^/?#\\s;,]+$' })),
  /** Path of its script. */
  ANALYTICS_SCRIPT: Type.String({ pattern: '^/[^\\s;,]*$', default: '/script.js' }),
  /** Id of this site at the service. */
  ANALYTICS_SITE_ID: Type.Optional(Type.String({ pattern: '^[\\w.:-]{1,100}$' })),
  /** The card provider's checkout.js, which payment pages load. */
  CHECKOUT_SCRIPT_URL: Type.String({ pattern: '^https?://', default: CHECKOUT_SCRIPT_URL }),
});
export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

/** Returns the service that counts readers; undefined where there is none. */
export function analyticsOf({
  ANALYTICS_ORIGIN,
  ANALYTICS_SCRIPT,
  ANALYTICS_SITE_ID,
}: Config): AnalyticsConfig | undefined {
  if (ANALYTICS_ORIGIN === undefined) return undefined;
  const script = new URL(ANALYTICS_SCRIPT, ANALYTICS_ORIGIN).href;
  return { script, ...(ANALYTICS_SITE_ID === undefined ? {} : { siteId: ANALYTICS_SITE_ID }) };
}

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
