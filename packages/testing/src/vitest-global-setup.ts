import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { acquireEngines } from './shared-engines.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Starts the engines, or joins those of a run at the same time, and tells the tests where they are. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { release, ...engines } = await acquireEngines({
    dataDir: join(ROOT, '.test', 'engines'),
    engineDir: join(ROOT, '.engines'),
  });
  process.stdout.write(`Engines of the tests: ${engines.descriptions.join('; ')}\n`);
  process.env['MONGO_URL'] = engines.mongoUrl;
  process.env['KAFKA_BROKERS'] = engines.kafkaBrokers;
  process.env['REDIS_URL'] = engines.redisUrl;
  project.provide('engines', engines);
  return release;
}
