import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { ListenEnv } from '@vidhi/service-kit/service-env.ts';

const SITE_DESCRIPTION =
  'Judgments, statutes and tax, reported and explained for advocates, chartered accountants, company secretaries and students of law.';

export const RENDER_BUDGET_MS = 50;

const Env = Type.Object({
  ...ListenEnv,
  /** Where pages are read from: the gateway or the news readers, without `/api`, separated by commas. */
  API_URL: Type.String({ pattern: '^https?://' }),
  /** Where books and profiles are read from, if not there. */
  CATALOG_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Name and description of a site whose editors have set none. */
  SITE_NAME: Type.String({ default: 'Vidhi', minLength: 1 }),
  SITE_DESCRIPTION: Type.String({ default: SITE_DESCRIPTION, minLength: 1 }),
  /** Hosts, comma separated, whose pages may stand in a frame. */
  FRAME_HOSTS: Type.String({ default: '' }),
  /** How long a page waits for a response of the API. */
  API_TIMEOUT_MS: Type.Integer({ minimum: 1, default: 3_000 }),
  /** How long the only instance of the API is still asked, and waited for, after its probe got no response. */
  MAX_SILENCE_MS: Type.Integer({ minimum: 100, default: 2_000 }),
  /** How long a page may wait for its turn to be rendered before it goes out as a shell. */
  RENDER_BUDGET_MS: Type.Integer({ minimum: 0, default: RENDER_BUDGET_MS }),
  /** Further origins, comma separated, that pictures may come from. */
  IMAGE_ORIGINS: Type.String({ default: '' }),
});
export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
