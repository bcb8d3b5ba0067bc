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

/** A page with conditions of the shop, and how links call it. */
export interface PolicyLink {
  name: string;
  label: string;
}

/** Names of the hosted pages with conditions of the shop, by what links call them; of each the first that exists. */
const POLICIES: readonly { label: string; names: readonly string[] }[] = [
  { label: 'Returns and refunds', names: RETURN_POLICY_NAMES },
  { label: 'Shipping', names: ['shipping-policy', 'shipping-and-delivery', 'delivery-policy', 'shipping'] },
  { label: 'Cancellation', names: ['cancellation-policy', 'cancellations', 'cancellation'] },
];

export const POLICY_NAMES: readonly string[] = POLICIES.flatMap(({ names }) => names);

/** Returns the links that cart and orders have to the pages of these names. */
export function policyLinksOf(existing: readonly (string | null | undefined)[]): PolicyLink[] {
  return POLICIES.flatMap(({ label, names }) => {
    const name = names.find((one) => existing.includes(one));
    return name === undefined ? [] : [{ name, label }];
  });
}
