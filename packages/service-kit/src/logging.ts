import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** Paths of log objects whose values are redacted. */
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

/** Options of a pino logger that redacts credentials and personal data. */
export const loggerOptions = (name: string, level: string): LoggerOptions => ({
  level,
  base: { service: name },
  redact: { paths: REDACTED, censor: '[redacted]' },
});

/** Lines that cannot be written are buffered up to this size; further ones are dropped. */
const MAX_BUFFERED_BYTES = 1_048_576;

/**
 * Standard output that does not throw when a line cannot be written: on a full disk pino's default destination would end
 * the process. Buffered lines are written once the disk has space again.
 */
export function logDestination(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: MAX_BUFFERED_BYTES });
  destination.on('error', () => undefined);
  return destination;
}

/** Creates a logger for messages outside of requests. */
export const createLogger = (name: string, level: string): Logger =>
  pino(loggerOptions(name, level), logDestination());
