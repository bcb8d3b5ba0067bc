import type { ShippingTerms } from '@vidhi/contracts/shipping-charge.ts';
import { baseApi } from '#shared/api/base-api.ts';

/** Those of a shop that has set no others. The server decides; an amount that differs is shown before it is paid. */
const DEFAULT_TERMS: ShippingTerms = { shipping_paise: 10_000, free_shipping_from_paise: 0 };

export const shippingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    shippingTerms: build.query<ShippingTerms, null>({
      query: () => '/shop-options',
      transformResponse: ({ data }: { data: ShippingTerms }) => data,
    }),
  }),
});

/** Returns how shipping is charged at this moment; null until that is known. */
export function useShippingTerms(): { terms: ShippingTerms | null; refetchTerms: () => unknown } {
  // Unlike `isError`, the error stays while a failed query is read again: the form would lose its message otherwise.
  const { data, error, refetch } = shippingApi.useShippingTermsQuery(null, {
    refetchOnMountOrArgChange: true,
  });
  return { terms: data ?? (error === undefined ? null : DEFAULT_TERMS), refetchTerms: refetch };
}
