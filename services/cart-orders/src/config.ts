import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import {
  acceptedServiceTokens,
  DataDirEnv,
  KafkaEnv,
  ListenEnv,
  MongoEnv,
  TrustEnv,
} from '@vidhi/service-kit/service-env.ts';
import { OrderLinkEnv } from '@vidhi/service-kit/order-link.ts';

const Env = Type.Object({
  ...ListenEnv,
  ...MongoEnv,
  ...KafkaEnv,
  ...TrustEnv,
  ...DataDirEnv,
  ...OrderLinkEnv,
  /** Base URL of payments, which cart-orders queries for paid checkouts. */
  PAYMENTS_URL: Type.String({ pattern: '^https?://' }),
  /**
   * Base URL of notify, which confirms the mails of a purchase. Without it their events are re-emitted until retention
   * ends.
   */
  NOTIFY_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Base URL of accounts, which tells the confirmed address of an account. Without it guests' orders stay guests'. */
  ACCOUNTS_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Interval of the sweep for purchases whose cart was not emptied because of a crash. */
  CLEANUP_SWEEP_MS: Type.Integer({ minimum: 20, maximum: 3_600_000, default: 30_000 }),
  /** Signs the cookies of guests' carts; the service token where it is absent. */
  CART_COOKIE_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  /** Days after which guests' cart lines that nobody changed are deleted. */
  GUEST_CART_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 60 }),
  /** Years for which the law requires the records of a sale; afterwards guests and erased accounts are no longer named. */
  RECORD_YEARS: Type.Integer({ minimum: 1, maximum: 100, default: 8 }),
  /** Younger payments, events and mails are not yet missing at a reconciliation. */
  RECONCILIATION_GRACE_MS: Type.Integer({ minimum: 0, maximum: 86_400_000, default: 600_000 }),
  /** Interval between comparisons of payments with orders and mails, for the metrics. */
  RECONCILIATION_MS: Type.Integer({ minimum: 1_000, maximum: 86_400_000, default: 300_000 }),
  /** Time until the payment dialog opens for which a checkout reserves its copies. */
  STOCK_DIALOG_MS: Type.Integer({ minimum: 100, maximum: 86_400_000, default: 120_000 }),
  /** Copies of a book that one address may have reserved and not paid for, in per cent of the free ones; 0 is no limit. */
  UNPAID_PERCENT_PER_ADDRESS: Type.Integer({ minimum: 0, maximum: 100, default: 25 }),
  /** The same from when it was opened; a payment after that takes the copies that are left. */
  STOCK_HOLD_MS: Type.Integer({ minimum: 100, maximum: 86_400_000, default: 1_800_000 }),
  /** Largest sum in paise that staff with the desk `shop` and without `refund` may refund of one purchase. */
  SHOP_REFUND_LIMIT_PAISE: Type.Integer({ minimum: 0, maximum: 10_000_000_000, default: 0 }),
  /** Free copies of a book up to which it is listed as low. */
  LOW_STOCK_COPIES: Type.Integer({ minimum: 0, maximum: 100_000, default: 3 }),
  /** Days after the delivery for which buyers may request to return books; 0: they may not. */
  RETURN_DAYS: Type.Integer({ minimum: 0, maximum: 365, default: 7 }),
  /** The seller, as bills of supply name it: name, address, e-mail and phone, or none of them for a demo. */
  SELLER_NAME: Type.Optional(Type.String({ minLength: 1 })),
  SELLER_ADDRESS: Type.Optional(Type.String({ minLength: 1 })),
  SELLER_EMAIL: Type.Optional(Type.String({ minLength: 3 })),
  SELLER_PHONE: Type.Optional(Type.String({ minLength: 5 })),
  SELLER_GRIEVANCE_OFFICER: Type.String({
    minLength: 1,
    default: 'The grievance officer, at the address above',
  }),
  /** Absent for a seller who is not registered under GST. */
  SELLER_GSTIN: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{15}$' })),
  /** Appended to the names of topics and groups, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

/** Returns the secrets of the cookies of guests' carts, the signing one first. */
export const cartCookieSecrets = (config: Config): [string, ...string[]] => {
  const tokens = acceptedServiceTokens(config);
  return config.CART_COOKIE_SECRET === undefined ? tokens : [config.CART_COOKIE_SECRET, ...tokens];
};
