import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';

/** The API of a running site, as its administrator. */
export interface ConsoleSite {
  url: string;
  /** Rejects where the response is an error. */
  call: <Body>(path: string, options?: { method?: string; body?: object }) => Promise<Body>;
}

/** Far longer than any response takes: a site that hangs ends the measurement. */
export const TIMEOUT_MS = 60_000;

export async function openSite(url: string): Promise<ConsoleSite> {
  const account = DEMO_STAFF.find(({ role }) => role === 'administrator');
  if (account === undefined) throw new Error('the demo has no administrator');
  let token = '';
  const call: ConsoleSite['call'] = async <Body>(
    path: string,
    { method, body }: { method?: string; body?: object } = {},
  ) => {
    const response = await fetch(url + path, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text.slice(0, 300)}`);
    return (text === '' ? null : JSON.parse(text)) as Body;
  };
  const identity = { identifier: account.email, password: account.password };
  token = (await call<{ jwt: string }>('/api/auth/local', { body: identity })).jwt;
  return { url, call };
}

/** Returns the value that a share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** Resolves with how long a call took, in milliseconds. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await call();
  return performance.now() - before;
}
