import type { FastifyInstance } from 'fastify';

/**
 * Lets requests of this scope work for that long without a byte on their connection, which `connectionTimeout` would cut.
 * Node puts the server's own time-out back with the next request on the connection.
 */
export function allowIdleSockets(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async ({ raw }) => {
    raw.socket.setTimeout(timeoutMs);
  });
}
