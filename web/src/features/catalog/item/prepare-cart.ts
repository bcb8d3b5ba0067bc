import { PREPARED_KEY } from '#shared/browser/boot-contract.ts';
import { CART_PREFETCH } from '#shared/browser/document-prefetch.ts';
import { writeJsonScript } from '#shared/head/json-script.ts';

const CART = '/cart';
const SCRIPT = /<(?:link rel="modulepreload"|script type="module")[^>]*? (?:href|src)="(\/[^"]+)"/g;

let isRunning = false;

function preload(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}

/** The cart is another document, with scripts of its own. */
async function fetchScripts(): Promise<void> {
  if (sessionStorage.getItem(PREPARED_KEY) === CART) return;
  const response = await fetch(
    new Request(new URL(CART, location.origin), { headers: { accept: 'text/html' } }),
  );
  if (!response.ok) throw new Error(`${CART} responded ${response.status}`);
  for (const [, href = ''] of (await response.text()).matchAll(SCRIPT)) preload(href);
  sessionStorage.setItem(PREPARED_KEY, CART);
}

/** Fetches the scripts of the cart, once in a tab. Without them, the cart is opened a little later. */
export function prepareCart(): void {
  if (isRunning) return;
  isRunning = true;
  fetchScripts()
    .catch(() => undefined)
    .finally(() => (isRunning = false));
}

/** Has the browser fetch the document of the cart while the book is being stored, if it can. */
export function prefetchCartDocument(): void {
  const script = document.createElement('script');
  script.type = 'speculationrules';
  writeJsonScript(script, CART_PREFETCH);
  document.head.append(script);
}
