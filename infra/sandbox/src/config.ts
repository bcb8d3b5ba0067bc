import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { DataDirEnv, ListenEnv } from '@vidhi/service-kit/service-env.ts';

const Env = Type.Object({
  ...ListenEnv,
  ...DataDirEnv,
  /** Host names besides loopback that a request may have in `Host`, separated by commas (`host-guard.ts`). */
  HOST_NAMES: Type.String({ default: '' }),
  /** Port of the SMTP server of the mail inbox; 0 is any free one. */
  SMTP_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  /**
   * Address on which the SMTP server listens. Use another than loopback only in a private network, such as that of
   * containers.
   */
  SMTP_HOST: Type.String({ default: '127.0.0.1' }),
  /** Maximum number of mails in the inbox; the oldest are deleted. */
  MAX_MAILS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 2_000 }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);
