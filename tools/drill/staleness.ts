import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from './http-exchange.ts';
import type { TimeSpan } from './site-truth.ts';

/** How old a response marked as stale may be when the mark names no age. */
const MAX_STALE_MS = 3_600_000;

const secondsIn = (value: string | string[] | undefined): number => {
  const seconds = Number(Array.isArray(value) ? value[0] : value);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
};

/**
 * The age in milliseconds that a response admits: `x-data-age` of the service (nothing new can be heard), `age` of the
 * gateway, or a mark without an age (RFC 7234's `Warning: 110`, RFC 9211's `Cache-Status` with `stale`).
 */
export function markedAgeMs(headers: IncomingHttpHeaders): number {
  const age = (secondsIn(headers['x-data-age']) + secondsIn(headers.age)) * 1_000;
  if (headers.age !== undefined) return age;
  const marks = `${String(headers.warning ?? '')} ${String(headers['cache-status'] ?? '')}`;
  return /\b110\b|\bstale\b/i.test(marks) ? Math.max(age, MAX_STALE_MS) : age;
}

/** When what a response shows must have been true: not longer ago than allowed and marked. */
export const spanOf = (
  { startedAt, endedAt, headers }: Pick<Exchange, 'startedAt' | 'endedAt' | 'headers'>,
  maxLagMs: number,
): TimeSpan => ({ from: startedAt - maxLagMs - markedAgeMs(headers), to: endedAt });
