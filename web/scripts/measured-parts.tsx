import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { loadRequest, pageStateText, type LoadedPage } from '../src/ssr/entry-server.tsx';
import { createRenderStore } from '../src/ssr/render-store.ts';
import { renderPage } from '../src/ssr/render-page.tsx';
import { App } from '../src/app/app.tsx';
import { ShellPage } from '../src/app/page-shell.tsx';
import { createStore, hydrateStore } from '../src/app/store.ts';
import { aPicture, aPost, fakeApi } from '../src/testing/fake-api.ts';
import { aSite } from '../src/testing/site.ts';

// Entry that `measure-ssr.ts` bundles as the build bundles the renderer, and calls.

const posts = Array.from({ length: 24 }, (_, index) =>
  aPost(index + 1, {
    image: aPicture(`court-${index}`),
    content: `<p>${'The bench held that notice is not optional. '.repeat(40)}</p>`.repeat(8),
  }),
);
const site = aSite();
const respond = fakeApi({
  posts,
  showProducts: true,
  ads: ['The Bare Acts', 'Robes', 'A course in drafting', 'The annual digest'].map((title) => ({
    type: 'Side Bar',
    title,
    link: 'https://shop.example',
  })),
});

/** Bodies by path, as the API client keeps them while they are unchanged. */
const bodies = new Map<string, Promise<unknown>>();
const shared = (path: string): Promise<unknown> => {
  const body = bodies.get(path) ?? respond(path);
  bodies.set(path, body);
  return body;
};
/** Returns a new object at each request. */
const unshared = async (path: string): Promise<unknown> => ({ ...((await shared(path)) as object) });

const load = async (fetchJson: (path: string) => Promise<unknown>): Promise<string> =>
  pageStateText(await loadRequest(new URL('/gst/report-1', site.publicUrl), site, fetchJson), site, true);

/** Resolves with an article whose data is loaded. */
export const loadArticle = (): Promise<LoadedPage> =>
  loadRequest(new URL('/gst/report-1', site.publicUrl), site, shared);

export const withDerivedCache = (): Promise<string> => load(shared);
export const withoutDerivedCache = (): Promise<string> => load(unshared);

export const withFragmentCache = (page: LoadedPage): string => renderPage(page, site).markup;
export function withoutFragmentCache(page: LoadedPage): string {
  const html = renderToString(
    <StaticRouter location={page.url.pathname}>
      <App group="reading" isUnavailable={false} store={page.store} site={site} Shell={ShellPage} />
    </StaticRouter>,
  );
  // As `renderPage` does: it makes one text of the parts that React has joined.
  if (html.includes('<template data-failed-part'))
    throw new Error('a part of the page could not be rendered');
  return html;
}

export const withRenderStore = (page: LoadedPage): object => createRenderStore(page.queries).getState();
export function withoutRenderStore(page: LoadedPage): object {
  const store = createStore();
  hydrateStore(store, page.queries);
  return store.getState();
}
