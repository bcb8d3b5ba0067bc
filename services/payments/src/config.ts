import { Type, type Static } from 'typebox';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { ListenEnv } from '@vidhi/service-kit/service-env.ts';

const Env = Type.Object({ ...ListenEnv });

export type Config = Readonly<Static<typeof Env>>;
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(Env, env);
