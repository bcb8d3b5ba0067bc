import { statfsSync, mkdirSync } from 'node:fs';
import { EngineError } from './engine-error.mjs';
import { provisionKafka } from './kafka.mjs';
import { provisionMongo } from './mongo.mjs';
import { provisionRedis } from './redis.mjs';
import { settingOf } from './setting.mjs';

/**
 * @typedef {{
 *   engineDir: string, env?: import('./programs.mjs').Env, mayInstall?: boolean, onStep?: import('./jars.mjs').OnStep,
 *   dataDir?: string, say?: (sentence: string) => void,
 * }} ProvisionOptions `dataDir` is the folder of the site, whose data decide which MongoDB is used
 */

const REQUIRED_FREE_BYTES = 400 * 1024 * 1024;

/**
 * Finds or downloads every engine that has no address in the environment; starts none. Safe to interrupt and
 * to run concurrently.
 * @param {ProvisionOptions} options
 */
export async function provision(options) {
  const { engineDir, env = process.env, onStep } = options;
  const steps = [
    { name: 'Redis', variable: 'REDIS_URL', run: provisionRedis },
    { name: 'Kafka', variable: 'KAFKA_BROKERS', run: provisionKafka },
    { name: 'MongoDB', variable: 'MONGO_URL', run: provisionMongo },
  ];
  mkdirSync(engineDir, { recursive: true });
  const { bavail, bsize } = statfsSync(engineDir);
  if (bavail * bsize < REQUIRED_FREE_BYTES) {
    throw new EngineError(
      `The disk is full: the engines need 400 MB under ${engineDir}. Free some space and start again.`,
    );
  }
  for (const [index, { name, variable, run }] of steps.entries()) {
    const step = { done: index + 1, total: steps.length };
    if (settingOf(env, variable)) {
      onStep?.({ name, ...step, note: `at the address in ${variable}` });
      continue;
    }
    const { kind } = await run(options);
    onStep?.({
      name,
      ...step,
      note: kind === 'path' ? 'found on PATH' : kind === 'stand-in' ? 'stand-in ready' : 'ready',
    });
  }
}
