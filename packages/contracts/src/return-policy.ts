/**
 * Names of the hosted page with the conditions of returns and refunds: orders and their mails link to the first that exists.
 */
export const RETURN_POLICY_NAMES = [
  'return-policy',
  'refund-policy',
  'returns-and-refunds',
  'refund-and-return-policy',
  'cancellation-and-refund-policy',
  'returns',
  'refunds',
] as const;

const RANKS: ReadonlyMap<string, number> = new Map(RETURN_POLICY_NAMES.map((name, rank) => [name, rank]));

/** Returns the name that orders link to; null where no page has one. */
export const returnPolicyOf = (names: readonly (string | null | undefined)[]): string | null =>
  names
    .filter((name): name is string => name !== null && name !== undefined && RANKS.has(name))
    .toSorted((a, b) => (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0))[0] ?? null;
