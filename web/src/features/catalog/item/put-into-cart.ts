import { cartApi } from '#shared/cart/cart-api.ts';
import type { CartOwner } from '#shared/cart/cart-memory.ts';
import { addToCartSnapshot } from '#shared/cart/cart-snapshot.ts';
import type { CartBook } from '#shared/cart/cart.ts';
import type { SessionDispatch } from '#shared/session/session.ts';
import type { BookItem } from './item.ts';

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

const SCRIPT = /<(?:link rel="modulepreload"|script type="module")[^>]*? (?:href|src)="(\/[^"]+)"/g;

/** Fetches the scripts of the cart while the book is being stored: the cart is another document, with scripts of its own. */
async function preloadCart(): Promise<void> {
  const response = await fetch(
    new Request(new URL('/cart', location.origin), { headers: { accept: 'text/html' } }),
  );
  for (const [, href = ''] of (await response.text()).matchAll(SCRIPT)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

/** Stores copies of a book in the cart, and prepares the page of the cart, which shows the line at once. Rejects on failure. */
export async function putIntoCart(
  book: BookItem,
  quantity: number,
  owner: CartOwner,
  dispatch: SessionDispatch,
): Promise<void> {
  // Without it, the cart is opened a little later.
  preloadCart().catch(() => undefined);
  const addition = cartApi.endpoints.addToCart.initiate({ owner, bookId: book.id, quantity });
  const { data } = await dispatch(addition).unwrap();
  addToCartSnapshot(owner, {
    id: data.id,
    quantity: data.attributes.Quantity ?? quantity,
    book: toCartBook(book),
  });
}
