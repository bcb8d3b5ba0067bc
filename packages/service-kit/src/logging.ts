import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** Names whose values never reach a log line. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-service-token"]',
  'res.headers["set-cookie"]',
  '*.password',
  '*.currentPassword',
  '*.passwordConfirmation',
  '*.token',
  '*.jwt',
  '*.email',
  '*.phone',
  '*.mobile',
  '*.razorpay_signature',
];

/** JSON lines on standard output; who is who in them is left out. */
export const loggerOptions = (name: string, level: string): LoggerOptions => ({
  level,
  base: { service: name },
  redact: { paths: REDACTED, censor: '[redacted]' },
});

/** Lines that cannot be written are held up to this size, and dropped beyond it. */
const MAX_UNWRITTEN_BYTES = 1_048_576;

/**
 * Standard output, where a line that cannot be written ends nothing: on a full disk pino's own destination would throw
 * and end the process. Lines that still fit are written once there is space again.
 */
export function logDestination(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: MAX_UNWRITTEN_BYTES });
  destination.on('error', () => undefined);
  return destination;
}

/** For what happens outside of requests. */
export const createLogger = (name: string, level: string): Logger =>
  pino(loggerOptions(name, level), logDestination());
