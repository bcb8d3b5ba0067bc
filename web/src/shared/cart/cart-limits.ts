// Apart from cart.ts, as the page of a book needs only these.

/** Copies of one book that a line may have. */
export const MAX_QUANTITY = 20;
