import { useState } from 'react';
import type { ShippingTerms } from '@vidhi/contracts/shipping-charge.ts';
import { baseApi } from '#shared/api/base-api.ts';

/** Those of a shop that has set no others. The server decides; an amount that differs is shown before it is paid. */
const DEFAULT_TERMS: ShippingTerms = { shipping_paise: 10_000, free_shipping_from_paise: 0 };

const SNAPSHOT_KEY = 'vidhi.shipping.1';

function write(terms: ShippingTerms): ShippingTerms {
  try {
    sessionStorage.setItem(SNAPSHOT_KEY, JSON.stringify(terms));
  } catch {
    // Storage is disabled: the cart is shown when the terms have been read.
  }
  return terms;
}

/** Returns the terms as this tab read them last, to be shown while they are read; null where it read none. */
function readSnapshot(): ShippingTerms | null {
  try {
    return JSON.parse(sessionStorage.getItem(SNAPSHOT_KEY) ?? 'null') as ShippingTerms | null;
  } catch {
    return null;
  }
}

export const shippingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    shippingTerms: build.query<ShippingTerms, null>({
      query: () => '/shop-options',
      transformResponse: ({ data }: { data: ShippingTerms }) => write(data),
    }),
  }),
});

/** Returns how shipping is charged: at this moment, or as this tab read it last; null until that is known. */
export function useShippingTerms(): { terms: ShippingTerms | null; refetchTerms: () => unknown } {
  // Unlike `isError`, the error stays while a failed query is read again: the form would lose its message otherwise.
  const { data, error, refetch } = shippingApi.useShippingTermsQuery(null, {
    refetchOnMountOrArgChange: true,
  });
  const [snapshot] = useState(readSnapshot);
  const known = data ?? snapshot;
  return { terms: known ?? (error === undefined ? null : DEFAULT_TERMS), refetchTerms: refetch };
}
