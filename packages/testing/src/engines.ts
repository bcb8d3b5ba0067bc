import { randomBytes } from 'node:crypto';
import { createConnection } from 'mongoose';
import { inject } from 'vitest';
import type { EngineAddresses } from './shared-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAddresses;
  }
}

/**
 * Addresses of the engines (MongoDB, Kafka, Redis) of this run. Only in integration tests, whose global setup starts
 * them.
 */
export const testEngines = (): EngineAddresses => inject('engines');

export interface FreshDatabase {
  name: string;
  /** URL with the database name, as in MONGO_URL of a service. */
  url: string;
  drop: () => Promise<void>;
}

const MAX_DATABASE_NAME_BYTES = 63;

/** Returns a new database name and its URL; call `drop` after the tests. */
export function freshDatabase(name: string): FreshDatabase {
  const unique = `${name}-${freshSuffix()}`.slice(-MAX_DATABASE_NAME_BYTES);
  const url = new URL(testEngines().mongoUrl);
  url.pathname = `/${unique}`;
  return { name: unique, url: url.href, drop: () => dropDatabase(url.href) };
}

/** Returns a unique suffix for the names of a test's topics and consumer groups. */
export const freshTopicSuffix = (): string => `.t${freshSuffix()}`;

/** Returns a unique name of a consumer group. */
export const freshGroup = (name: string): string => `${name}-${freshSuffix()}`;

/** Returns a unique prefix for queue keys: a new job with the id of an old one in Redis would be ignored. */
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
