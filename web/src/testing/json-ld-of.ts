/** Returns the JSON-LD items of a document or a head, in order. */
export const jsonLdOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, text]) => JSON.parse(text ?? '') as Record<string, unknown>,
  );
