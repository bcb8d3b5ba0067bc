import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { SiteConfig } from '#shared/site/site.ts';
import { CachedFragments } from '#shared/ui/cached-fragment.tsx';
import { documentGroupOf } from '../app/routes.tsx';
import { App, AppData } from '../app/app.tsx';
import { MissingShell, ShellPage } from '../app/page-shell.tsx';
import { ConsoleFrame } from '../features/console/frame/console-frame.tsx';
import { createFragmentCache } from './fragment-cache.tsx';
import type { LoadedPage } from './load-request.ts';
import { isMissingShell } from './page-state-text.ts';

const fragmentsFor = createFragmentCache();

/** The `<link>` elements that React writes before the markup of the page. */
const LINKS = /^(?:<link [^>]*>)*/;

/** The fallback of `HydratedApart`. React does not tell what the part has thrown. */
const FAILED_PART = '<template data-failed-part';

/** Returns the page's markup, and the preload of its main picture, which belongs into the head. Throws where any part of it does. */
export function renderPage(page: LoadedPage, site: SiteConfig): { markup: string; preloads: string } {
  const { store } = page;
  const fragments = fragmentsFor(page.queries, site, (content) =>
    renderToString(
      <AppData store={store} site={site}>
        {content}
      </AppData>,
    ),
  );
  const html = renderToString(
    <StaticRouter location={page.url.pathname + page.url.search}>
      <CachedFragments value={fragments}>
        <MissingShell value={isMissingShell(page)}>
          <App
            store={store}
            site={site}
            group={documentGroupOf(page.url.pathname)}
            Shell={ShellPage}
            Layout={page.kind === 'console' ? ConsoleFrame : undefined}
            isUnavailable={page.outcome.status === 503}
          />
        </MissingShell>
      </CachedFragments>
    </StaticRouter>,
  );
  if (html.includes(FAILED_PART)) throw new Error('a part of the page could not be rendered');
  const preloads = LINKS.exec(html)?.[0] ?? '';
  return { markup: html.slice(preloads.length), preloads };
}
