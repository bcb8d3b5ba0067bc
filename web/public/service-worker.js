// Shows saved articles, and that the network fails, where it fails. Registered by visitors who have saved an article
// (`src/features/news/offline-copies.ts`). Every response of the network is passed on as it is, whatever its status, and no
// script is ever cached: a new release, or the removal of this file, takes effect with the next page.

const CACHE = 'vidhi-saved-1';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { mode, method, destination, url } = event.request;
  if (method !== 'GET' || new URL(url).origin !== self.location.origin) return;
  if (mode === 'navigate') event.respondWith(respondToNavigation(event));
  else if (destination === 'image' && !self.navigator.onLine)
    event.respondWith(respondWithPicture(event.request));
});

async function activate() {
  for (const name of await caches.keys())
    if (name.startsWith('vidhi-saved') && name !== CACHE) await caches.delete(name);
  // Requests then start beside the worker, not after it.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function respondToNavigation({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const cache = await caches.open(CACHE);
    const { pathname } = new URL(request.url);
    return (await cache.match(pathname)) ?? (await copyWithSlug(cache, pathname)) ?? offlinePage(cache);
  }
}

/** Finds the copy of an article by its address without a category, under which it was opened. */
async function copyWithSlug(cache, pathname) {
  if (!/^\/[^/]+$/.test(pathname)) return undefined;
  const found = (await cache.keys()).find(({ url }) => {
    const path = new URL(url).pathname;
    return path.endsWith(pathname) && !path.startsWith('/uploads/');
  });
  return found === undefined ? undefined : cache.match(found);
}

async function respondWithPicture(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url)) ?? fetch(request);
}

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Lists the saved articles, and asks the network again every few seconds. */
async function offlinePage(cache) {
  const items = [];
  for (const request of await cache.keys()) {
    const title = (await cache.match(request))?.headers.get('x-title');
    if (title)
      items.push(
        `<li><a href="${escapeHtml(new URL(request.url).pathname)}">${escapeHtml(decodeURIComponent(title))}</a></li>`,
      );
  }
  const saved = items.length === 0 ? '' : `<h2>Saved articles</h2><ul>${items.join('')}</ul>`;
  const style =
    'body{max-width:40rem;margin:0 auto;padding:2rem 1rem;font:1.125rem/1.6 serif;background:Canvas;color:CanvasText}li{margin:.75rem 0}';
  const html =
    '<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="15"><title>You are offline</title>' +
    `<style>${style}</style></head><body><h1>You are offline</h1>` +
    `<p>This page opens by itself when you are connected again.</p>${saved}</body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
