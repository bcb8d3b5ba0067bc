import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from '@vidhi/harness/http-exchange.ts';
import type { TimeSpan } from './site-truth.ts';

/** Maximum age of a response marked as stale without an age. */
const MAX_STALE_MS = 3_600_000;

const secondsIn = (value: string | string[] | undefined): number => {
  const seconds = Number(Array.isArray(value) ? value[0] : value);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
};

/**
 * Returns the age in milliseconds stated by a response: `x-data-age` of the service (no events received), `age`
 * of the gateway, or a mark without age (RFC 7234's `Warning: 110`, RFC 9211's `Cache-Status` with `stale`).
 */
export function markedAgeMs(headers: IncomingHttpHeaders): number {
  const age = (secondsIn(headers['x-data-age']) + secondsIn(headers.age)) * 1_000;
  if (headers.age !== undefined) return age;
  const marks = `${String(headers.warning ?? '')} ${String(headers['cache-status'] ?? '')}`;
  return /\b110\b|\bstale\b/i.test(marks) ? Math.max(age, MAX_STALE_MS) : age;
}

/** Returns the span in which the shown state must have been current, by the allowed lag and the stated age. */
export const spanOf = (
  { startedAt, endedAt, headers }: Pick<Exchange, 'startedAt' | 'endedAt' | 'headers'>,
  maxLagMs: number,
): TimeSpan => ({ from: startedAt - maxLagMs - markedAgeMs(headers), to: endedAt });
