import { openDocument } from '#shared/browser/open-document.ts';
import { cartApi } from '#shared/cart/cart-api.ts';
import type { CartOwner } from '#shared/cart/cart-memory.ts';
import { addToCartSnapshot } from '#shared/cart/cart-snapshot.ts';
import type { CartBook } from '#shared/cart/cart.ts';
import type { SessionDispatch } from '#shared/session/session.ts';
import type { BookItem } from './item.ts';
import { prefetchCartDocument, prepareCart } from './prepare-cart.ts';

const toCartBook = (book: BookItem): CartBook => ({
  kind: 'books',
  id: book.id,
  title: book.title,
  subTitle: book.subTitle,
  authors: book.authors.map(({ name }) => name),
  price: book.price,
  picture: book.pictures[0] ?? null,
  binding: book.binding,
  categories: book.categories.map(({ id }) => id),
});

/**
 * Stores copies of a book in the cart, and opens the page of the cart, which shows the line at once. Rejects on failure, and resolves
 * only when the visitor comes back: a second click before that would add further copies.
 */
export async function putIntoCart(
  book: BookItem,
  quantity: number,
  owner: CartOwner,
  dispatch: SessionDispatch,
): Promise<void> {
  prepareCart();
  prefetchCartDocument();
  const addition = cartApi.endpoints.addToCart.initiate({ owner, bookId: book.id, quantity });
  const { data } = await dispatch(addition).unwrap();
  addToCartSnapshot(owner, {
    id: data.id,
    quantity: data.attributes.Quantity ?? quantity,
    book: toCartBook(book),
  });
  await openDocument('/cart');
}
