import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openMongo, type Database } from './mongo.ts';

describe('a database that is unavailable at the start', () => {
  let database: Database | null = null;
  let server: Server | null = null;
  afterEach(async () => {
    await database?.close();
    server?.close();
  });

  it('is retried, and commands fail at once meanwhile', async () => {
    server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const failed = Promise.withResolvers<unknown>();
    const url = `mongodb://127.0.0.1:${port}/x?serverSelectionTimeoutMS=50`;
    database = openMongo(url, failed.resolve);
    await expect(async () => database?.connection.collection('posts').findOne({})).rejects.toThrow(
      'before initial connection',
    );
    expect(database.isConnected()).toBe(false);
    expect(await failed.promise).toBeInstanceOf(Error);
  });

  it('is no longer retried after close', async () => {
    database = openMongo('mongodb://127.0.0.1:1/x');
    await database.close();
    expect(database.isConnected()).toBe(false);
  });
});
