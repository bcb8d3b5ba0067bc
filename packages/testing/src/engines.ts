import { randomBytes } from 'node:crypto';
import { createConnection } from 'mongoose';
import { inject } from 'vitest';
import type { EngineAddresses } from './shared-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAddresses;
  }
}

/** Where the engines of this run are. Only for integration tests: the global setup starts them. */
export const testEngines = (): EngineAddresses => inject('engines');

export interface FreshDatabase {
  name: string;
  /** The engine's address with this database in it, as MONGO_URL has it for a service. */
  url: string;
  drop: () => Promise<void>;
}

const DATABASE_NAME_BYTES = 63;

/** A database that nobody else has; `drop` it after the tests. */
export function freshDatabase(name: string): FreshDatabase {
  const unique = `${name}-${freshSuffix()}`.slice(-DATABASE_NAME_BYTES);
  const url = new URL(testEngines().mongoUrl);
  url.pathname = `/${unique}`;
  return { name: unique, url: url.href, drop: () => dropDatabase(url.href) };
}

/** Ends the names of this test's topics and groups, so that nobody else reads or fills them. */
export const freshTopicSuffix = (): string => `.t${freshSuffix()}`;

/** A consumer group of its own. */
export const freshGroup = (name: string): string => `${name}-${freshSuffix()}`;

/** A prefix of queue keys of its own: an old job id still in Redis would swallow a new job of the same id. */
export const freshQueuePrefix = (): string => `test-${freshSuffix()}`;

const freshSuffix = (): string => `${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;

async function dropDatabase(url: string): Promise<void> {
  const connection = await createConnection(url, { serverSelectionTimeoutMS: 3_000 }).asPromise();
  try {
    await connection.dropDatabase();
  } finally {
    await connection.close();
  }
}
