import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { KafkaEnv, ListenEnv, MongoEnv, RedisEnv, TrustEnv } from '@vidhi/service-kit/service-env.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';

const Env = Type.Object({
  ...ListenEnv,
  ...MongoEnv,
  ...KafkaEnv,
  ...RedisEnv,
  ...TrustEnv,
  ACCOUNTS_URL: Type.String({ pattern: '^https?://' }),
  CART_ORDERS_URL: Type.String({ pattern: '^https?://' }),
  CATALOG_URL: Type.String({ pattern: '^https?://' }),
  /** A reader of news, which says which articles everybody can read. */
  NEWS_URL: Type.String({ pattern: '^https?://' }),
  /** The mail server: `smtp://` or `smtps://`, with user and password, and nodemailer's options as parameters. */
  SMTP_URL: Type.String({ pattern: '^smtps?://' }),
  /**
   * URL at which the mail server reports whether it accepted a Message-ID. Without it a mail may be sent twice after a
   * crash.
   */
  MAIL_LOOKUP_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** URL of the mail inbox of `npm start`: while `SMTP_URL` is the same, the console says that mails stay there. */
  MAIL_SANDBOX: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  /** Right side of Message-IDs; the host of `PUBLIC_URL` by default. */
  MAIL_DOMAIN: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.-]{1,200}$' })),
  /** Sender of all mails; `no-reply@` and the domain by default. */
  MAIL_FROM: Type.Optional(Type.String({ maxLength: 254 })),
  /**
   * Mailbox to which newsletters come back: `imaps://user:password@host/folder`. Together with `BOUNCE_ADDRESS`; without both, nobody
   * reads what comes back to the sender.
   */
  BOUNCE_IMAP_URL: Type.Optional(Type.String({ pattern: '^imaps?://[^/\\s]+@[^/\\s]+' })),
  /** Address of that mailbox, such as `bounces@site.example`; `bounces+{token}@site.example` where it takes additions. */
  BOUNCE_ADDRESS: Type.Optional(Type.String({ maxLength: 254 })),
  /** Pause between two readings of the mailbox. */
  BOUNCE_POLL_MS: Type.Integer({ minimum: 50, maximum: 86_400_000, default: 60_000 }),
  /** Recipient of mails to the site while its settings have no contact address. */
  CONTACT_EMAIL: Type.Optional(Type.String({ maxLength: 254 })),
  /** Name of the site and years in the footer while its options name none. */
  SITE_NAME: Type.String({ default: 'Vidhi', minLength: 1 }),
  FOOTER_YEAR_FROM: Type.Integer({ minimum: 1_800, maximum: 9_999, default: 2_012 }),
  FOOTER_YEAR_TO: Type.Integer({ minimum: 1_800, maximum: 9_999, default: 2_024 }),
  /** Connections to the mail server that this process opens at once, one for each mail; many servers accept ten or fewer. */
  SMTP_CONNECTIONS: Type.Integer({ minimum: 1, maximum: 100, default: 5 }),
  /** Pace of a newsletter. Providers limit how many mails they take; other mails do not wait behind it. */
  NEWSLETTER_MAILS_PER_MINUTE: Type.Integer({ minimum: 1, maximum: 60_000, default: 300 }),
  /** Time after which a connection to the mail server is destroyed. */
  SMTP_DEADLINE_MS: Type.Integer({ minimum: 100, maximum: 600_000, default: 30_000 }),
  /** Duration of the lease of a mail; longer than the deadline. */
  MAIL_LEASE_MS: Type.Integer({ minimum: 200, maximum: 3_600_000, default: 60_000 }),
  /** Interval of the sweep for due mails that the queue has lost. */
  MAIL_SWEEP_MS: Type.Integer({ minimum: 50, maximum: 3_600_000, default: 30_000 }),
  /** Pauses after failures, in milliseconds, separated by commas; one more failure is the last. */
  MAIL_RETRY_MS: Type.String({
    pattern: '^\\d{1,9}(,\\d{1,9}){0,19}$',
    default: '10000,60000,300000,900000,3600000,10800000,21600000',
  }),
  /** Days after which messages of the contact form are deleted. */
  CONTACT_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 180 }),
  /** Days after which the row of a mail that was sent is reduced to what recognizes its event. */
  SENT_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 90 }),
  /** Days after which addresses are deleted whose owner did not confirm them. */
  UNCONFIRMED_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 30 }),
  /** Addresses or networks whose `X-Forwarded-For` is trusted, separated by commas: the gateway's. */
  TRUSTED_PROXIES: Type.String({ default: '127.0.0.1,::1' }),
  /** Number of processes of this service: without Redis each has its share of the limits. */
  REPLICAS: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
  /** Before every key in Redis but those of the queue. */
  REDIS_PREFIX: Type.String({ default: 'notify:' }),
  /** Prefix of every Redis key of the queue. */
  QUEUE_PREFIX: Type.String({ default: 'vidhi', pattern: '^[.\\w-]{1,60}$' }),
  /** Appended to the names of topics and groups, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

export const trustedProxies = ({ TRUSTED_PROXIES }: Config): string[] =>
  TRUSTED_PROXIES.split(',').filter((part) => part !== '');

export const retryPauses = ({ MAIL_RETRY_MS }: Config): number[] => MAIL_RETRY_MS.split(',').map(Number);

/** Returns a domain for mail addresses: an IP address, as of a site on one machine, is replaced by a reserved name. */
const domainOf = (host: string): string => (/^[\d.]+$|:/.test(host) ? 'vidhi.localhost' : host);

export const mailDomain = ({ MAIL_DOMAIN, PUBLIC_URL }: Config): string =>
  MAIL_DOMAIN ?? domainOf(new URL(PUBLIC_URL).hostname);

/** Throws when a configured address is none. */
export function mailAddresses(config: Config): { from: string; contact: string | null } {
  const { MAIL_FROM = `no-reply@${mailDomain(config)}`, CONTACT_EMAIL = null } = config;
  for (const [name, address] of [
    ['MAIL_FROM', MAIL_FROM],
    ['CONTACT_EMAIL', CONTACT_EMAIL],
  ] as const)
    if (address !== null && !isMailable(address)) throw new Error(`${name} is not an e-mail address`);
  return { from: MAIL_FROM, contact: CONTACT_EMAIL };
}

/** A mailbox to which newsletters come back. */
export interface BounceSettings {
  url: string;
  /** Returns the address to which a mail with this token comes back. */
  addressOf(token: string): string;
}

const PLACE = '{token}';
const MAX_LOCAL_CHARS = 64;
const A_TOKEN = 'a'.repeat(46);

/** Returns the mailbox; null where there is none. Throws when one of the two settings is missing or the address is none. */
export function bounceSettings({ BOUNCE_IMAP_URL, BOUNCE_ADDRESS }: Config): BounceSettings | null {
  if (BOUNCE_IMAP_URL === undefined && BOUNCE_ADDRESS === undefined) return null;
  if (BOUNCE_IMAP_URL === undefined || BOUNCE_ADDRESS === undefined)
    throw new Error('BOUNCE_IMAP_URL and BOUNCE_ADDRESS must be set together');
  const addressOf = (token: string): string => BOUNCE_ADDRESS.replace(PLACE, token);
  const sample = addressOf(A_TOKEN);
  if (!isMailable(sample) || sample.indexOf('@') > MAX_LOCAL_CHARS)
    throw new Error('BOUNCE_ADDRESS is not an e-mail address, or has more than 64 characters before the @');
  return { url: BOUNCE_IMAP_URL, addressOf };
}
