import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './app-config.ts';
import { ListenEnv, MongoEnv } from './service-env.ts';

const Env = Type.Object({ ...ListenEnv, ...MongoEnv });

describe('loadConfig', () => {
  it('converts strings to the declared types and applies defaults', () => {
    const config = loadConfig(Env, { PORT: '3002', MONGO_URL: 'mongodb://127.0.0.1/x' });
    expect(config).toMatchObject({ PORT: 3002, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
  });

  it('throws one error that lists every problem', () => {
    const read = () => loadConfig(Env, { PORT: '70000', LOG_LEVEL: 'loud' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/MONGO_URL[\s\S]*PORT|PORT[\s\S]*MONGO_URL/);
    expect(read).toThrow(/LOG_LEVEL/);
  });
});
