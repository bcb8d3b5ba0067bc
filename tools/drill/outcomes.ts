import type { Exchange } from '@vidhi/harness/http-exchange.ts';

/** Kinds of requests, as in the table. */
export const KINDS = [
  'article page',
  'home page',
  'category page',
  'search page',
  'catalogue page',
  'post list',
  'post',
  'search',
  'feed',
  'lists',
  'catalogue',
  'write',
  'editor read',
  'view',
  'session',
  'purchase',
  'refresh',
  'registration',
  'mail',
  'webhook',
  'scrape',
  'picture',
] as const;
export type Kind = (typeof KINDS)[number];

/** Reads of visitors; the others are requests of editors, members, Prometheus and the card provider. */
export const READS: ReadonlySet<Kind> = new Set(KINDS.slice(0, KINDS.indexOf('write')));

export type Verdict = 'ok' | 'failed' | 'wrong';

/** The checker's result for a response; `reason` is null when it is correct. */
export interface CheckResult {
  verdict: Verdict;
  reason: string | null;
}

export interface Outcome extends CheckResult {
  kind: Kind;
  path: string;
  status: number | null;
  startedAt: number;
  ms: number;
  /** The same URL had a correct response a moment before. */
  wasCached: boolean;
}

export const OK: CheckResult = { verdict: 'ok', reason: null };
export const wrong = (reason: string): CheckResult => ({ verdict: 'wrong', reason });
export const failed = (reason: string): CheckResult => ({ verdict: 'failed', reason });

/**
 * Returns the reason when there is no response or it is a temporary error; null when there is a response to check. 500 is
 * never due: an unavailable dependency is 503 or 504.
 */
export function failureOf({ status, error }: Pick<Exchange, 'status' | 'error'>): CheckResult | null {
  if (status === null) return failed(error ?? 'no response');
  if (status === 500) return wrong('500 where 503 is due');
  return status >= 500 || status === 429 ? failed(String(status)) : null;
}

const CACHED_MS = 5_000;

export interface OutcomeLog {
  add(kind: Kind, exchange: Exchange, verdict: CheckResult): void;
  /** Outcomes of requests sent in the span. */
  between(from: number, to: number): Outcome[];
  /** Number of outcomes by verdict, of requests sent since then. */
  countSince(from: number, matches: (outcome: Outcome) => boolean): number;
}

export function createOutcomeLog(): OutcomeLog {
  const outcomes: Outcome[] = [];
  const respondedAt = new Map<string, number>();
  return {
    add(kind, { path, status, startedAt, endedAt }, verdict) {
      const before = respondedAt.get(path);
      const wasCached = before !== undefined && startedAt - before < CACHED_MS;
      if (verdict.verdict === 'ok') respondedAt.set(path, endedAt);
      outcomes.push({ kind, path, status, startedAt, ms: endedAt - startedAt, wasCached, ...verdict });
    },
    between: (from, to) => outcomes.filter(({ startedAt }) => startedAt >= from && startedAt < to),
    countSince(from, matches) {
      let count = 0;
      for (const outcome of outcomes) if (outcome.startedAt >= from && matches(outcome)) count += 1;
      return count;
    },
  };
}
