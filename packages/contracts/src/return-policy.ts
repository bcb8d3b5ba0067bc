/** Names of the hosted page with the conditions of returns and refunds. */
const RETURN_POLICY_NAMES = [
  'return-policy',
  'refund-policy',
  'returns-and-refunds',
  'refund-and-return-policy',
  'cancellation-and-refund-policy',
  'returns',
  'refunds',
] as const;

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

/** Returns the names under which links find a page: those of its kind of conditions, best first, else its own alone. */
export const namesOfPage = (name: string): readonly string[] =>
  POLICIES.find(({ names }) => names.includes(name))?.names ?? [name];

/** Returns the links that cart, orders, their mails and the foot have to the pages of these names. */
export function policyLinksOf(existing: readonly (string | null | undefined)[]): PolicyLink[] {
  return POLICIES.flatMap(({ label, names }) => {
    const name = names.find((one) => existing.includes(one));
    return name === undefined ? [] : [{ name, label }];
  });
}
