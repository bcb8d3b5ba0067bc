import { baseApi } from '#shared/api/base-api.ts';
import { savesData } from '#shared/browser/saves-data.ts';
import { shippingApi } from '#shared/cart/shipping-terms.ts';
import { formatPaise } from '#shared/catalogue/money.ts';
import { writeJsonScript } from '#shared/head/json-script.ts';
import type { SessionDispatch } from '#shared/session/session.ts';

/** The product of a book's JSON-LD, as `itemHead` writes it. */
interface Product {
  url?: string;
  offers?: { availability?: string };
}

const availabilityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether a copy of the book can be bought; null for an unknown book. */
    availability: build.query<boolean | null, number>({
      query: (bookId) => `/book-availability?ids=${bookId}`,
      transformResponse: ({ data: [first] }: { data: { available: boolean }[] }) => first?.available ?? null,
    }),
  }),
});

/** Writes the availability into the JSON-LD of the book in the head. */
function stateAvailability(bookId: number, isAvailable: boolean): void {
  const availability = `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`;
  for (const script of document.head.querySelectorAll<HTMLScriptElement>(
    'script[type="application/ld+json"]',
  )) {
    const product = JSON.parse(script.textContent) as Product;
    const { url = '', offers } = product;
    if (offers === undefined || offers.availability === availability) continue;
    if (!url.includes(`/catalogs/books/${bookId}/`)) continue;
    writeJsonScript(script, JSON.stringify({ ...product, offers: { ...offers, availability } }));
  }
}

/**
 * Reports whether a copy of the book can be bought, and states it in the document's JSON-LD, also after the head has
 * been written anew, until it is aborted. Reports nothing when the request fails.
 */
async function followAvailability(
  bookId: number,
  dispatch: SessionDispatch,
  report: (isAvailable: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const fresh = { forceRefetch: true, subscribe: false };
  const { data: isAvailable = null, isError } = await dispatch(
    availabilityApi.endpoints.availability.initiate(bookId, fresh),
  );
  if (isError || isAvailable === null || signal.aborted) return;
  report(isAvailable);
  stateAvailability(bookId, isAvailable);
  const observer = new MutationObserver(() => stateAvailability(bookId, isAvailable));
  observer.observe(document.head, { childList: true });
  signal.addEventListener('abort', () => observer.disconnect());
}

/** Reports how shipping is charged, unless it is aborted. Reports nothing when the request fails. */
async function readShipping(
  dispatch: SessionDispatch,
  report: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const { data: terms } = await dispatch(
    shippingApi.endpoints.shippingTerms.initiate(null, { forceRefetch: true, subscribe: false }),
  );
  if (terms === undefined || signal.aborted) return;
  const { shipping_paise: charge, free_shipping_from_paise: freeFrom } = terms;
  const free = charge > 0 && freeFrom > 0 ? `, free from ${formatPaise(freeFrom)}` : '';
  report(charge === 0 ? 'Free shipping' : `Shipping ${formatPaise(charge)} for the whole order${free}`);
}

/** Fetches what a click on Add to Cart needs. */
async function prefetchCart(signal: AbortSignal): Promise<void> {
  if (signal.aborted || savesData()) return;
  const [{ prepareCart }] = await Promise.all([import('./prepare-cart.ts'), import('./put-into-cart.ts')]);
  prepareCart();
}

interface Reports {
  setAvailable: (isAvailable: boolean) => void;
  setShipping: (text: string) => void;
}

/** Reports what no cached page can say about the sale of a book, and then prepares the cart, unless it is aborted. */
export async function followSale(
  bookId: number,
  dispatch: SessionDispatch,
  { setAvailable, setShipping }: Reports,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    followAvailability(bookId, dispatch, setAvailable, signal),
    readShipping(dispatch, setShipping, signal),
  ]);
  // Without it, the cart is opened a little later.
  await prefetchCart(signal).catch(() => undefined);
}
