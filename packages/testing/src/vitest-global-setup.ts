import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { acquireEngines } from './shared-engines.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Global setup of integration tests: starts or joins the shared engines, and provides their addresses. */
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
