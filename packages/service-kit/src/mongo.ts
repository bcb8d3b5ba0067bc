import { channel } from 'node:diagnostics_channel';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import { MONGO_COMMANDS } from '@vidhi/contracts/diagnostics.ts';
import type { MongoAccess } from './engine-access.ts';
import { retryForever } from './retry.ts';

const OPTIONS = {
  serverSelectionTimeoutMS: 3_000,
  socketTimeoutMS: 20_000,
  // The driver's monitor, which has its own connection, detects a hung database within 2.5 s and fails the pending
  // commands; commands of a slow but responsive database may take longer.
  heartbeatFrequencyMS: 500,
  connectTimeoutMS: 2_000,
  maxPoolSize: 10,
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
} satisfies ConnectOptions;

/**
 * Options of services. The driver repeats a failed read once, and a write on a replica set, and selects a server again:
 * detection and selection together stay within the 3.5 s after which a request gets 503.
 */
const SERVICE_OPTIONS = { ...OPTIONS, serverSelectionTimeoutMS: 900 } satisfies ConnectOptions;

/** Leaves out the defaults that the URL sets itself: the driver would prefer them to the URL's. */
function withoutOptionsOf(url: string, options: ConnectOptions): ConnectOptions {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const inUrl = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !inUrl.has(name.toLowerCase())));
}

/**
 * Connects to a service's database; rejects within three seconds when it is unavailable. Commands are not buffered while
 * it is unavailable, and mongoose creates no indexes or collections. Options in the URL take precedence.
 * @param monitorCommands emits the driver's command events, for tests.
 */
export async function connectMongo(
  url: string,
  monitorCommands = false,
  access: MongoAccess = {},
): Promise<Connection> {
  const options = { ...withoutOptionsOf(url, OPTIONS), ...access, monitorCommands };
  return mongoose.createConnection(url, options).asPromise();
}

/** A database connection that is opened in the background. */
export interface Database {
  /** Commands fail at once before the first connection, and within 3.5 s while the database is unavailable. */
  readonly connection: Connection;
  /** Resolves at the first connection. Stays pending when closed before. */
  readonly connected: Promise<void>;
  isConnected(): boolean;
  close(): Promise<void>;
}

const RETRY = { firstMs: 100, maxMs: 2_000 };

/**
 * Connects in the background, retrying until it succeeds, so that a process can start before its database. After the
 * first connection the driver reconnects by itself. Options in the URL take precedence over those above.
 */
export function openMongo(
  url: string,
  onFailure: (error: unknown) => void = () => {},
  access: MongoAccess = {},
): Database {
  const connection = mongoose.createConnection();
  const commands = channel(MONGO_COMMANDS);
  const closing = new AbortController();
  const { promise: connected, resolve } = Promise.withResolvers<void>();

  const connecting = retryForever(
    async () => {
      const options = { ...withoutOptionsOf(url, SERVICE_OPTIONS), ...access };
      await connection.openUri(url, { ...options, monitorCommands: commands.hasSubscribers });
      if (commands.hasSubscribers)
        connection.getClient().on('commandStarted', (event) => commands.publish(event));
      resolve();
    },
    { ...RETRY, signal: closing.signal, onFailure },
  );
  return {
    connection,
    connected,
    isConnected: () => connection.readyState === mongoose.ConnectionStates.connected,
    async close() {
      closing.abort();
      await connecting;
      await connection.close();
    },
  };
}

/** Returns whether a MongoDB error is a violation of a unique index (code 11000). */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;
