import { Type, type Static } from 'typebox';
import type { CardProviderState } from '@vidhi/contracts/server-settings.ts';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { OrderLinkEnv } from '@vidhi/service-kit/order-link.ts';
import { KafkaEnv, ListenEnv, MongoEnv, TrustEnv } from '@vidhi/service-kit/service-env.ts';
import { isLiveKey } from './seller/seller.ts';

/** The card provider's own server. */
const RAZORPAY_URL = 'https://api.razorpay.com';

const Env = Type.Object({
  ...ListenEnv,
  ...MongoEnv,
  ...KafkaEnv,
  ...TrustEnv,
  ...OrderLinkEnv,
  /** Proxies whose `X-Forwarded-For` names the client, separated by commas: the gateway. */
  TRUSTED_PROXIES: Type.String({ default: '127.0.0.1,::1' }),
  /** Base URL of cart-orders, which prices carts. */
  CART_ORDERS_URL: Type.String({ pattern: '^https?://' }),
  /** Base URL of notify, which confirms that the mails of a purchase were sent. Without it they are never shown as sent. */
  NOTIFY_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  RAZORPAY_BASE_URL: Type.String({ pattern: '^https?://', default: RAZORPAY_URL }),
  RAZORPAY_KEY_ID: Type.String({ pattern: '^rzp_(test|live)_\\w+$' }),
  RAZORPAY_KEY_SECRET: Type.String({ minLength: 16 }),
  RAZORPAY_WEBHOOK_SECRET: Type.String({ minLength: 16 }),
  /** The webhook secret before its last change: repeated webhooks are signed with it. */
  RAZORPAY_PREVIOUS_WEBHOOK_SECRET: Type.Optional(Type.String({ minLength: 16 })),
  RAZORPAY_TIMEOUT_MS: Type.Integer({ minimum: 10, maximum: 60_000, default: 3_000 }),
  /** Pauses between polls of the payments of an unpaid order, in milliseconds; after the last it expires. */
  PAYMENT_CHECKS_MS: Type.String({
    pattern: '^\\d{1,9}(,\\d{1,9}){0,19}$',
    default: '30000,60000,120000,300000,900000,3600000,21600000,86400000,86400000,86400000,86400000',
  }),
  /** Interval between searches for due checkouts, webhooks and refunds. */
  PAYMENT_SWEEP_MS: Type.Integer({ minimum: 20, maximum: 600_000, default: 5_000 }),
  /** Interval between listings of the provider's payments of the last hours, for those that nothing else has reported. */
  PAYMENT_LISTING_MS: Type.Integer({ minimum: 100, maximum: 86_400_000, default: 900_000 }),
  /** Years for which the law requires the records of a sale; afterwards guests and erased accounts are no longer named. */
  RECORD_YEARS: Type.Integer({ minimum: 1, maximum: 100, default: 8 }),
  /** Pause between polls of a refund that the bank has not ended, and before a failed one is requested again. */
  REFUND_CHECK_MS: Type.Integer({ minimum: 20, maximum: 86_400_000, default: 3_600_000 }),
  /** Maximum polls of unpaid orders per second: beyond its limit, the provider also rejects calls for buyers. */
  PROVIDER_CALLS_PER_SECOND: Type.Integer({ minimum: 1, maximum: 1_000, default: 5 }),
  /** Appended to the names of topics and groups, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

export const checkPauses = ({ PAYMENT_CHECKS_MS }: Config): number[] =>
  PAYMENT_CHECKS_MS.split(',').map(Number);

export const trustedProxies = ({ TRUSTED_PROXIES }: Config): string[] =>
  TRUSTED_PROXIES.split(',').filter((part) => part !== '');

/** Returns which keys the server has, without them. */
export const cardProviderOf = ({
  RAZORPAY_BASE_URL,
  RAZORPAY_KEY_ID,
}: Pick<Config, 'RAZORPAY_BASE_URL' | 'RAZORPAY_KEY_ID'>): CardProviderState['data'] => ({
  mode: isLiveKey(RAZORPAY_KEY_ID) ? 'live' : 'test',
  is_sandbox: RAZORPAY_BASE_URL.replace(/\/+$/, '') !== RAZORPAY_URL,
});
