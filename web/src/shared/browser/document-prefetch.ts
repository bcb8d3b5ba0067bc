/**
 * Speculation rules by which the page of a book has the document of the cart fetched. The policy of reading pages allows them by
 * their hash, so their text is always the same.
 */
export const CART_PREFETCH = '{"prefetch":[{"urls":["/cart"]}]}';
