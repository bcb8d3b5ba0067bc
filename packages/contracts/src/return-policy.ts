/**
 * Slugs of the hosted page with the conditions of returns and refunds: orders and their mails link to the first that exists.
 */
export const RETURN_POLICY_SLUGS = [
  'return-policy',
  'refund-policy',
  'returns-and-refunds',
  'refund-and-return-policy',
  'cancellation-and-refund-policy',
  'returns',
  'refunds',
] as const;

const RANKS: ReadonlyMap<string, number> = new Map(RETURN_POLICY_SLUGS.map((slug, rank) => [slug, rank]));

/** Returns the slug that orders link to; null where no page has one. */
export const returnPolicyOf = (slugs: readonly (string | null | undefined)[]): string | null =>
  slugs
    .filter((slug): slug is string => slug !== null && slug !== undefined && RANKS.has(slug))
    .toSorted((a, b) => (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0))[0] ?? null;
