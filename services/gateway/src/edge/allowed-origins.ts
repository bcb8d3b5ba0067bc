/** Other origins whose scripts may read responses (CORS); by name, never by wildcard. */
export interface AllowedOrigins {
  list: readonly string[];
  /** CORS headers for an origin; empty for one that is not on the list. */
  headersFor(origin: string): readonly string[];
}

export const ALLOWED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
export const ALLOWED_HEADERS = ['Content-Type', 'Authorization', 'Origin', 'Accept'];
export const EXPOSED_HEADERS = ['ETag', 'Retry-After', 'X-Request-Id', 'X-Token-Ignored'];
export const PREFLIGHT_SECONDS = 31_536_000;

const NONE: readonly string[] = [];

export function createAllowedOrigins(text: string): AllowedOrigins {
  const list = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '' && origin !== '*')
    .map((origin) => new URL(origin).origin);
  const headersByOrigin = new Map(
    list.map((origin) => [
      origin,
      [
        'access-control-allow-origin',
        origin,
        'access-control-allow-credentials',
        'true',
        'access-control-expose-headers',
        EXPOSED_HEADERS.join(', '),
      ],
    ]),
  );
  return { list, headersFor: (origin) => headersByOrigin.get(origin) ?? NONE };
}
