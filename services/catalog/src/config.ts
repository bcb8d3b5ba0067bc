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
  /** Address of notify. Without it nothing acknowledges the events of decisions, and they are published again. */
  NOTIFY_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Other sites whose pictures pages show, as web has them: writes name to staff what pages block. */
  IMAGE_ORIGINS: Type.String({ default: '' }),
  /** Maximum size of one imported file. */
  PICTURE_MAX_BYTES: Type.Integer({ minimum: 1_024, default: 32 * 1024 * 1024 }),
  /** Maximum size of one uploaded picture. */
  UPLOAD_MAX_BYTES: Type.Integer({ minimum: 1_024, default: 8 * 1024 * 1024 }),
  /** Maximum size of one uploaded document. */
  DOCUMENT_MAX_BYTES: Type.Integer({ minimum: 1_024, default: 32 * 1024 * 1024 }),
  /**
   * Age from which an unreferenced file, or a member's picture that nothing shows, is deleted; must far exceed the
   * duration of any upload.
   */
  UNREFERENCED_FILES_RETENTION_MS: Type.Integer({ minimum: 1_000, default: 24 * 3_600_000 }),
  /** Niceness of the processes that render picture variants: 19 is the lowest CPU priority. */
  VARIANTS_NICENESS: Type.Integer({ minimum: 0, maximum: 19, default: 19 }),
  /** Whether pictures get variants in other sizes and formats; without, pages show them as they were uploaded. */
  PICTURE_VARIANTS: Type.Boolean({ default: true }),
  /** Whether pictures get AVIF variants, which need most of the processor time of all variants. */
  AVIF_VARIANTS: Type.Boolean({ default: true }),
  /** Files are stored in this bucket when all four are set, otherwise below `DATA_DIR`. */
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://' })),
  S3_BUCKET: Type.Optional(Type.String({ minLength: 3 })),
  S3_ACCESS_KEY: Type.Optional(Type.String()),
  S3_SECRET_KEY: Type.Optional(Type.String()),
  /** Prefix of every key in the bucket, so that several sites can share one. */
  S3_PREFIX: Type.String({ default: '', pattern: '^([\\w-][\\w.-]{0,99}(/[\\w-][\\w.-]{0,99}){0,9})?$' }),
  /** Prefix of every Redis key of the queue. */
  QUEUE_PREFIX: Type.String({ default: 'vidhi', pattern: '^[.\\w-]{1,60}$' }),
  /** Appended to the names of topics, so that several sites or test runs share one cluster. */
  TOPIC_SUFFIX: Type.String({ default: '', pattern: '^[.\\w-]{0,60}$' }),
});

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);
