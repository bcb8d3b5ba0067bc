import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { DataDirEnv, ListenEnv } from '@vidhi/service-kit/service-env.ts';

const Env = Type.Object({
  ...ListenEnv,
  ...DataDirEnv,
  /** Host names besides loopback that it is reached by, separated by commas. */
  HOST_NAMES: Type.String({ default: '' }),
  /** Credentials of the only merchant: user and password of the API; the id is public. */
  RAZORPAY_KEY_ID: Type.String({ default: 'rzp_test_sandbox', pattern: '^rzp_(test|live)_\\w+$' }),
  RAZORPAY_KEY_SECRET: Type.String({ minLength: 16 }),
  RAZORPAY_WEBHOOK_SECRET: Type.String({ minLength: 16 }),
  /** URL to which webhooks are sent; without it they are only listed. */
  RAZORPAY_WEBHOOK_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Time after which the bank ends a refund, unless the control API does before. */
  REFUND_SETTLE_MS: Type.Integer({ minimum: 1, maximum: 86_400_000, default: 5_000 }),
  /** Time-out of webhooks; without a response in this time a delivery has failed. */
  WEBHOOK_TIMEOUT_MS: Type.Integer({ minimum: 10, maximum: 60_000, default: 5_000 }),
  /** Pause after the first failure of a webhook; it doubles with each further one. */
  WEBHOOK_RETRY_MS: Type.Integer({ minimum: 1, maximum: 3_600_000, default: 5_000 }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);
