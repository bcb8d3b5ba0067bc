/** Statistics that undici attaches to the error of a failed request. */
interface ClosedSocket {
  bytesRead?: number;
}

const socketOf = (error: Error): ClosedSocket | null =>
  'socket' in error && typeof error.socket === 'object' ? error.socket : null;

/**
 * Returns whether a request failed because the server closed a reused keep-alive connection, as servers do with idle
 * connections at shutdown. Earlier responses arrived on this connection, and no byte of the response to this request.
 */
export function isClosedConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return false;
  const { cause } = error;
  const isClosed = 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET');
  return isClosed && (socketOf(cause)?.bytesRead ?? 0) > 0;
}
