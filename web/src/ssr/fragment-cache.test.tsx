import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { loadRequest, renderPage, type LoadedPage } from './entry-server.tsx';
import { aPost, fakeApi, type FakeSite } from '../testing/fake-api.ts';
import { aSite } from '../testing/site.ts';
import { App } from '../app/app.tsx';

const facts = aSite();
const site: FakeSite = {
  posts: [1, 2, 3, 4].map((id) => aPost(id)),
  ads: [{ type: 'Side Bar', title: 'Robes', link: 'https://r.example' }],
};
const load = (path: string, of: FakeSite) => loadRequest(new URL(path, facts.publicUrl), facts, fakeApi(of));

/** Returns the page as React renders it without the cache. */
const renderUncached = ({ store, url }: LoadedPage): string =>
  renderToString(
    <StaticRouter location={url.pathname + url.search}>
      <App store={store} site={facts} group="reading" isUnavailable={false} />
    </StaticRouter>,
  );
const renderCached = (page: LoadedPage): string => {
  const { preloads, markup } = renderPage(page, facts);
  return preloads + markup;
};

describe('cached fragments', () => {
  it.each(['/', '/gst/report-1', '/news/gst', '/search?q=report', '/about', '/nowhere'])(
    'have on %s the markup that React renders there',
    async (path) => {
      await load('/gst/report-2', site).then(renderCached);
      const page = await load(path, site);
      expect(renderCached(page)).toBe(renderUncached(page));
    },
  );

  it('are rendered again when their data changes', async () => {
    await load('/gst/report-1', site).then(renderCached);
    const changed = await load('/gst/report-1', { ...site, options: { footer_year_to: 2031 } });
    const markup = renderCached(changed);
    expect(markup).toBe(renderUncached(changed));
    expect(markup).toContain('–2031 ');
  });
});
