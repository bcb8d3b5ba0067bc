// Apart from the schemas, whose library browsers need not load.

/** Rules by which shipping is charged. */
export interface ShippingTerms {
  /** Charge of an order that is not empty. */
  shipping_paise: number;
  /** Worth of the books from which on an order ships free; 0: never. */
  free_shipping_from_paise: number;
}

/** Returns the shipping charge of books of this worth together, which are at least one. */
export const shippingOf = (
  itemsPaise: number,
  { shipping_paise, free_shipping_from_paise }: ShippingTerms,
): number => (free_shipping_from_paise > 0 && itemsPaise >= free_shipping_from_paise ? 0 : shipping_paise);
