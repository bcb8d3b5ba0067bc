import type { CaseResponse } from './case-request.ts';

const TIMES = new Set(['createdAt', 'updatedAt', 'publishedAt']);
const CLOCK_SLACK_MS = 5_000;

function maskValue(value: unknown, since: number): unknown {
  if (Array.isArray(value)) return value.map((item) => maskValue(item, since));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isSet =
        TIMES.has(key) && typeof inner === 'string' && Date.parse(inner) >= since - CLOCK_SLACK_MS;
      return [key, isSet ? '<set by a write>' : maskValue(inner, since)];
    }),
  );
}

/** Masks times set by writes since `since`; times of the archive are not masked. */
export function maskTimes(answer: CaseResponse, since: number): CaseResponse {
  return answer.json === undefined ? answer : { ...answer, json: maskValue(answer.json, since) };
}
