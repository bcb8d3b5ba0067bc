/** Statistics that undici attaches to the error of a failed request. */
interface ClosedSocket {
  bytesRead?: number;
}

const socketOf = (error: Error): ClosedSocket | null =>
  'socket' in error && typeof error.socket === 'object' ? error.socket : null;

/**
 * Returns whether a request was sent on a kept-alive connection that its server closed, as a server that ends does with idle
 * connections. The connection has transferred earlier responses; nothing of this one has come.
 */
export function isClosedConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return false;
  const { cause } = error;
  const isClosed = 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET');
  return isClosed && (socketOf(cause)?.bytesRead ?? 0) > 0;
}
