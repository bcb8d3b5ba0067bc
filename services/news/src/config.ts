import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import {
  DataDirEnv,
  KafkaEnv,
  ListenEnv,
  MongoEnv,
  RedisEnv,
  TrustEnv,
} from '@vidhi/service-kit/service-env.ts';

const Env = Type.Object({
  ...ListenEnv,
  ...MongoEnv,
  ...KafkaEnv,
  ...RedisEnv,
  ...TrustEnv,
  ...DataDirEnv,
  /** `write` for editors and views, `read` for visitors, `all` for both in one process. */
  NEWS_ROLE: Type.Enum(['read', 'write', 'all'], { default: 'all' }),
  /** Address of notify, which tells which mails of comments it has; without it their events are published again for days. */
  NOTIFY_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Other sites whose pictures pages show, as web has them: writes name to staff what pages block. */
  IMAGE_ORIGINS: Type.String({ default: '' }),
  /** Appended to the names of topics and groups, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
  /** Kill point for tests: the process exits after a write was stored and before its event is published. */
  NEWS_CRASH_AFTER_WRITE: Type.Boolean({ default: false }),
});
export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);
