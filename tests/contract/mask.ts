import type { Answer } from './exchange.ts';

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

/** Hides the times that writes made since `since` have set; the times of the archive stay. */
export function maskTimes(answer: Answer, since: number): Answer {
  return answer.json === undefined ? answer : { ...answer, json: maskValue(answer.json, since) };
}
