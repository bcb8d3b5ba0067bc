import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LayoutLink } from './layout-link.tsx';

const markup = (path: string) => renderToStaticMarkup(<LayoutLink link={{ name: 'Link', path }} />);

it.each(['/feed', '/docs', '/docs/api?x=1', '/sitemaps#top', '/feed.xml', '/uploads/act.pdf'])(
  'has the browser follow %s, which the server sends',
  (path) => expect(markup(path)).toContain('target="_self"'),
);

it.each(['/about', '/', '/feedback', '/news/docs', '/about#docs', '/search?q=/feed'])(
  'opens %s by client navigation',
  (path) => expect(markup(path)).not.toContain('target'),
);
