import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('reads a value from a file where the variable is not set or empty', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vidhi-config-'));
    const file = join(folder, 'url');
    writeFileSync(file, 'mongodb://127.0.0.1/from-file\n');
    const read = (env: NodeJS.ProcessEnv) => loadConfig(Env, env).MONGO_URL;
    expect(read({ MONGO_URL_FILE: file })).toBe('mongodb://127.0.0.1/from-file');
    expect(read({ MONGO_URL: '', MONGO_URL_FILE: file })).toBe('mongodb://127.0.0.1/from-file');
    expect(read({ MONGO_URL: 'mongodb://127.0.0.1/own', MONGO_URL_FILE: file })).toBe(
      'mongodb://127.0.0.1/own',
    );
    rmSync(folder, { recursive: true });
  });

  it('takes an empty variable and an empty name of a file as not set', () => {
    expect(loadConfig(Env, { MONGO_URL: 'mongodb://x/y', PORT: '', PORT_FILE: '' }).HOST).toBe('127.0.0.1');
  });

  it('throws one error that lists every problem', () => {
    const read = () => loadConfig(Env, { PORT: '70000', LOG_LEVEL: 'loud' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/MONGO_URL[\s\S]*PORT|PORT[\s\S]*MONGO_URL/);
    expect(read).toThrow(/LOG_LEVEL/);
  });
});
