import { pino, type Logger, type LoggerOptions } from 'pino';

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

/** For what happens outside of requests. */
export const createLogger = (name: string, level: string): Logger => pino(loggerOptions(name, level));
