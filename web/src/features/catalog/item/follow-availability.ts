/** The product of a book's JSON-LD, as `itemHead` writes it. */
interface Product {
  url?: string;
  offers?: { availability?: string };
}

/** Whether a copy of the book can be bought; null when the request fails or has been aborted. */
async function readAvailability(bookId: number, signal: AbortSignal): Promise<boolean | null> {
  try {
    const response = await fetch(`/api/book-availability?ids=${bookId}`, { signal });
    const { data } = (await response.json()) as { data: { available: boolean }[] };
    return data[0]?.available ?? null;
  } catch {
    return null;
  }
}

/** Writes the availability into the JSON-LD of the book in the head. */
function stateAvailability(bookId: number, isAvailable: boolean): void {
  const availability = `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`;
  for (const script of document.head.querySelectorAll('script[type="application/ld+json"]')) {
    const product = JSON.parse(script.textContent) as Product;
    const { url = '', offers } = product;
    if (offers === undefined || offers.availability === availability) continue;
    if (!url.includes(`/catalogs/books/${bookId}/`)) continue;
    script.textContent = JSON.stringify({ ...product, offers: { ...offers, availability } });
  }
}

/**
 * Reports whether a copy of the book can be bought, and states it in the document's JSON-LD, also after the head has
 * been written anew, until it is aborted. Reports nothing when the request fails.
 */
export async function followAvailability(
  bookId: number,
  report: (isAvailable: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const isAvailable = await readAvailability(bookId, signal);
  if (isAvailable === null || signal.aborted) return;
  report(isAvailable);
  stateAvailability(bookId, isAvailable);
  const observer = new MutationObserver(() => stateAvailability(bookId, isAvailable));
  observer.observe(document.head, { childList: true });
  signal.addEventListener('abort', () => observer.disconnect());
}
