import mongoose, { type Connection } from 'mongoose';

/**
 * Opens one service's database. Fails within three seconds when nobody answers, never queues
 * commands while away, and never makes indexes by itself.
 * @param monitorCommands lets tests listen to what is sent.
 */
export async function connectMongo(url: string, monitorCommands = false): Promise<Connection> {
  const connection = mongoose.createConnection(url, {
    serverSelectionTimeoutMS: 3_000,
    socketTimeoutMS: 20_000,
    maxPoolSize: 10,
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    monitorCommands,
  });
  return connection.asPromise();
}

export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;
