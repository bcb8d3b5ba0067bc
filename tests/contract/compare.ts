import type { CaseResponse } from './case-request.ts';
import { abridge } from './case-request.ts';

export type Verdict = 'equal' | 'order' | 'different';

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

/**
 * `order` when only the order of keys inside objects differs. A recorded digest is compared with the digest
 * of the complete response.
 */
export function compare(expected: CaseResponse, actual: CaseResponse): Verdict {
  if (expected.status !== actual.status) return 'different';
  if (JSON.stringify(expected.headers) !== JSON.stringify(actual.headers)) return 'different';
  if (expected.sha256 !== undefined)
    return abridge(actual).sha256 === expected.sha256 ? 'equal' : 'different';
  if (expected.json === undefined) return expected.text === actual.text ? 'equal' : 'different';
  if (actual.json === undefined) return 'different';
  if (JSON.stringify(expected.json) === JSON.stringify(actual.json)) return 'equal';
  return JSON.stringify(sortKeys(expected.json)) === JSON.stringify(sortKeys(actual.json))
    ? 'order'
    : 'different';
}
