import type { Exchange } from './http-exchange.ts';

/** What a visitor or an editor does, as the table shows it. */
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
] as const;
export type Kind = (typeof KINDS)[number];

/** Reads of visitors; the rest are calls of editors, of counters and of sessions. */
export const READS: ReadonlySet<Kind> = new Set(KINDS.slice(0, KINDS.indexOf('write')));

export type Verdict = 'ok' | 'failed' | 'wrong';

/** What the checker says of a response; the reason is null when all is well. */
export interface Judgement {
  verdict: Verdict;
  reason: string | null;
}

export interface Outcome extends Judgement {
  kind: Kind;
  path: string;
  status: number | null;
  startedAt: number;
  ms: number;
  /** The same address was answered well a moment before. */
  wasCached: boolean;
}

export const OK: Judgement = { verdict: 'ok', reason: null };
export const wrong = (reason: string): Judgement => ({ verdict: 'wrong', reason });
export const failed = (reason: string): Judgement => ({ verdict: 'failed', reason });

/** A response that says that it cannot answer now, or none at all. Null when there is something to check. */
export function failureOf({ status, error }: Pick<Exchange, 'status' | 'error'>): Judgement | null {
  if (status === null) return failed(error ?? 'no response');
  return status >= 500 || status === 429 ? failed(String(status)) : null;
}

const CACHED_MS = 5_000;

export interface OutcomeLog {
  add(kind: Kind, exchange: Exchange, judgement: Judgement): void;
  /** Those whose request was sent in the span. */
  between(from: number, to: number): Outcome[];
  /** Of requests sent since then: how many of each verdict. */
  countSince(from: number, matches: (outcome: Outcome) => boolean): number;
}

export function createOutcomeLog(): OutcomeLog {
  const outcomes: Outcome[] = [];
  const answeredAt = new Map<string, number>();
  return {
    add(kind, { path, status, startedAt, endedAt }, judgement) {
      const before = answeredAt.get(path);
      const wasCached = before !== undefined && startedAt - before < CACHED_MS;
      if (judgement.verdict === 'ok') answeredAt.set(path, endedAt);
      outcomes.push({ kind, path, status, startedAt, ms: endedAt - startedAt, wasCached, ...judgement });
    },
    between: (from, to) => outcomes.filter(({ startedAt }) => startedAt >= from && startedAt < to),
    countSince(from, matches) {
      let count = 0;
      for (const outcome of outcomes) if (outcome.startedAt >= from && matches(outcome)) count += 1;
      return count;
    },
  };
}
