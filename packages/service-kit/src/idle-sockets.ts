import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Raises the idle timeout of the connection for the requests of this scope, which may run longer than `connectionTimeout`
 * without sending a byte. Node resets the timeout to the server's with the next request on the connection.
 */
export function allowIdleSockets(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async ({ raw }) => {
    // Requests that tests inject have none.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(timeoutMs);
  });
}
