import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import { retryForever } from './retry.ts';

const OPTIONS = {
  serverSelectionTimeoutMS: 3_000,
  socketTimeoutMS: 20_000,
  // A database that hangs is found by the driver's monitor, which has a connection of its own: within 3 s it interrupts
  // what waits for an answer, while a slow but living database may take its time.
  heartbeatFrequencyMS: 500,
  connectTimeoutMS: 2_500,
  maxPoolSize: 10,
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
} satisfies ConnectOptions;

/**
 * Opens one service's database. Fails within three seconds when nobody answers, never queues
 * commands while away, and never makes indexes by itself.
 * @param monitorCommands lets tests listen to what is sent.
 */
export async function connectMongo(url: string, monitorCommands = false): Promise<Connection> {
  return mongoose.createConnection(url, { ...OPTIONS, monitorCommands }).asPromise();
}

/** A database that a process starts without, where need be. */
export interface Database {
  /** Commands fail at once before the first connection, and within three seconds while the database is away. */
  readonly connection: Connection;
  /** Resolves at the first connection; never when closed before. */
  readonly connected: Promise<void>;
  isConnected(): boolean;
  close(): Promise<void>;
}

const RETRY = { firstMs: 100, maxMs: 2_000 };

/**
 * Connects in the background, again until it succeeds: the process starts and waits instead of ending. Once connected,
 * the driver reconnects by itself.
 */
export function openMongo(url: string, onFailure: (error: unknown) => void = () => {}): Database {
  const connection = mongoose.createConnection();
  const closing = new AbortController();
  const { promise: connected, resolve } = Promise.withResolvers<void>();

  const connecting = retryForever(
    async () => {
      await connection.openUri(url, OPTIONS);
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

export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;
