// Ids of traces need not be unpredictable, and crypto.randomUUID is missing on sites without TLS.
const randomHex = (length: number): string =>
  Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');

/** Begins a trace with each request of the API (W3C Trace Context) where the site records traces. */
export function addTraceparent(headers: Headers): void {
  if (document.querySelector('meta[name=traces]') !== null)
    headers.set('traceparent', `00-${randomHex(32)}-${randomHex(16)}-01`);
}
