import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineOptions } from '../src/engine-start.mjs';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Returns the environment of this run without the addresses of its engines: the code under test starts its own. */
export function envWithoutAddresses(): Record<string, string | undefined> {
  const { MONGO_URL: _mongo, KAFKA_BROKERS: _kafka, REDIS_URL: _redis, ...rest } = process.env;
  return rest;
}

export interface EngineFolder extends Disposable {
  dataDir: string;
  /** Options of an engine that uses this data folder and the shared provisioned programs. */
  options: (name: string) => EngineOptions;
}

/** Returns a new data folder, deleted at the end of the scope. */
export function freshDataDir(): EngineFolder {
  const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-engine-'));
  mkdirSync(join(dataDir, 'run'));
  return {
    dataDir,
    options: (name) => ({
      dataDir,
      engineDir: join(ROOT, '.engines'),
      logFile: join(dataDir, `${name}.log`),
      env: envWithoutAddresses(),
    }),
    [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
