import type { FastifyInstance } from 'fastify';

/**
 * Raises the idle timeout of the connection for the requests of this scope, which may run longer than `connectionTimeout`
 * without sending a byte. Node resets the timeout to the server's with the next request on the connection.
 */
export function allowIdleSockets(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async ({ raw }) => {
    raw.socket.setTimeout(timeoutMs);
  });
}
