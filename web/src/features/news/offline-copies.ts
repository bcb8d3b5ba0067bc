import { SCRIPTS_ID } from '#shared/browser/boot-contract.ts';
import { trustedPolicy, WORKER_POLICY } from '#shared/browser/trusted-types.ts';
import type { SavedArticle } from './saved-articles.ts';

/** Name of the cache, as in `public/service-worker.js`. */
const CACHE = 'vidhi-saved-1';
const WORKER = '/service-worker.js';
const MAX_COPIES = 50;
const MAX_PICTURES = 20;

const HELD_BACK = new RegExp(`<template id="${SCRIPTS_ID}">[\\s\\S]*?</template>`);
const PICTURE = /<img[^>]*? src="(\/uploads\/[^"]+)"/g;
/** Files that a browser may take in place of `src`, which alone is stored. */
const OTHER_FILES = /<source\b[^>]*>|(?<=<img\b[^>]*) (?:srcset|sizes)="[^"]*"/gi;
const NOTE = '<p class="offline offline--copy">You are offline. This is the copy that you saved.</p>';

/**
 * Returns an article's document as it can be read without the network: with the policy of its own response, and without
 * its scripts, as the network would load some of them and fail for others. Each picture has the one file that is stored.
 */
const toCopy = (html: string, title: string, policy: string | null): Response =>
  new Response(
    html
      .replace(HELD_BACK, '')
      .replace(OTHER_FILES, '')
      .replace(/<body[^>]*>/, (body) => body + NOTE),
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'x-title': encodeURIComponent(title),
        ...(policy === null ? {} : { 'content-security-policy': policy }),
      },
    },
  );

async function store(cache: Cache, { path, title }: SavedArticle): Promise<void> {
  const response = await fetch(path, { headers: { accept: 'text/html' } });
  // An article that has moved would be stored under an address that nobody opens.
  if (!response.ok || response.redirected) return;
  const html = await response.text();
  await cache.put(path, toCopy(html, title, response.headers.get('content-security-policy')));
  await Promise.allSettled(picturesOf(html).map((src) => cache.add(src)));
}

/** Returns the addresses of the pictures of a document that are stored. */
const picturesOf = (html: string): string[] =>
  [...new Set(Array.from(html.matchAll(PICTURE), ([, src = '']) => src.replaceAll('&amp;', '&')))].slice(
    0,
    MAX_PICTURES,
  );

/** Removes the pictures that no copy shows any more. */
async function removePictures(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const isPicture = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/uploads/');
  const shown = new Set<string>();
  for (const request of requests)
    if (!isPicture(request))
      for (const src of picturesOf((await (await cache.match(request))?.text()) ?? ''))
        shown.add(new URL(src, request.url).href);
  for (const request of requests)
    if (isPicture(request) && !shown.has(request.url)) await cache.delete(request);
}

let policy: { createScriptURL: (url: string) => string } | undefined;

async function register(): Promise<void> {
  policy ??= trustedPolicy(WORKER_POLICY, { createScriptURL: (url: string) => url });
  await navigator.serviceWorker.register(policy.createScriptURL(WORKER), { updateViaCache: 'none' });
}

async function unregister(): Promise<void> {
  await caches.delete(CACHE);
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await registration?.unregister();
}

/**
 * Stores copies of the saved articles that have none yet, and removes those of others; without a saved article, the service
 * worker goes, too. Does nothing where the browser has none, as on addresses without TLS.
 */
export async function syncCopies(articles: readonly SavedArticle[]): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  if (articles.length === 0) {
    await unregister();
    return;
  }
  await register();
  const cache = await caches.open(CACHE);
  const wanted = articles.slice(0, MAX_COPIES);
  const stored = new Set<string>();
  let isRemoved = false;
  for (const request of await cache.keys()) {
    const path = decodeURI(new URL(request.url).pathname);
    if (path.startsWith('/uploads/')) continue;
    if (wanted.some((article) => decodeURI(article.path) === path)) stored.add(path);
    else isRemoved = (await cache.delete(request)) || isRemoved;
  }
  if (isRemoved) await removePictures(cache);
  for (const article of wanted)
    if (!stored.has(decodeURI(article.path))) await store(cache, article).catch(() => undefined);
}

/** The same, for callers to whom its outcome does not matter: a saved article stays saved without its copy. */
export const syncCopiesLater = (articles: readonly SavedArticle[]): void =>
  void syncCopies(articles).catch(() => undefined);
