const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Begins a trace with each request of the API (W3C Trace Context) where the site records traces. */
export function addTraceparent(headers: Headers): void {
  if (document.querySelector('meta[name=traces]') !== null)
    headers.set('traceparent', `00-${randomHex(16)}-${randomHex(8)}-01`);
}
