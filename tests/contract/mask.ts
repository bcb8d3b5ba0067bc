import type { CaseResponse } from './case-request.ts';

const TIMES = new Set(['createdAt', 'updatedAt', 'publishedAt']);
const CLOCK_SLACK_MS = 5_000;

function maskValue(value: unknown, since: number): unknown {
  if (Array.isArray(value)) return value.map((item) => maskValue(item, since));
  if (typeof value !== 'object' || value === null) return value;
  const isAccount = 'username' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'jwt') return [key, '<a token>'];
      if (isAccount && key === 'id') return [key, '<of an account>'];
      const isSet =
        TIMES.has(key) && typeof inner === 'string' && Date.parse(inner) >= since - CLOCK_SLACK_MS;
      return [key, isSet ? '<set by a write>' : maskValue(inner, since)];
    }),
  );
}

/** Masks the time at which a limit ends. */
function maskHeaders({ headers }: CaseResponse): Pick<CaseResponse, 'headers'> {
  if (headers?.['x-ratelimit-reset'] === undefined) return headers === undefined ? {} : { headers };
  return { headers: { ...headers, 'x-ratelimit-reset': '<a time>' } };
}

/** Masks tokens, ids of accounts, and times set by writes since `since`; times of the archive are not masked. */
export function maskWritten(response: CaseResponse, since: number): CaseResponse {
  return {
    ...response,
    ...maskHeaders(response),
    ...(response.json !== undefined && { json: maskValue(response.json, since) }),
  };
}
