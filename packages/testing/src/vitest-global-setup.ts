import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { patientMongo } from '@vidhi/local/patient-mongo.mjs';
import { chooseEngines, startContainerEngines } from './container-engines.ts';
import { acquireEngines, type TestEngines } from './shared-engines.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const acquireProcesses = (): Promise<TestEngines> =>
  acquireEngines({ dataDir: join(ROOT, '.test', 'engines'), engineDir: join(ROOT, '.engines') });

/**
 * Global setup of integration tests: starts or joins the shared engines, or starts containers with RUN_CONTAINERS=1, and
 * provides their addresses.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env['VIDHI_SHORT_LIVED_ENGINES'] ??= '1';
  const { kind, sentence } = await chooseEngines(process.env);
  if (sentence !== undefined) process.stdout.write(`${sentence}\n`);
  const { release, ...started } = await (kind === 'containers'
    ? startContainerEngines()
    : acquireProcesses());
  const engines = { ...started, mongoUrl: patientMongo(started.mongoUrl) };
  process.stdout.write(`Engines of the tests: ${engines.descriptions.join('; ')}\n`);
  process.env['MONGO_URL'] = engines.mongoUrl;
  process.env['KAFKA_BROKERS'] = engines.kafkaBrokers;
  process.env['REDIS_URL'] = engines.redisUrl;
  project.provide('engines', engines);
  return release;
}
