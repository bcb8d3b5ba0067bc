import { describe, expect, it } from 'vitest';
import { RESERVED_SEGMENTS, SCREEN_SEGMENTS } from '@vidhi/contracts/reserved-segments.ts';
import { createRouteIndex } from './route-index.ts';
import { ROUTES } from './routes.ts';

const { find } = createRouteIndex(ROUTES);

describe('the routing table', () => {
  it.each([
    ['/api/posts', 'news-posts'],
    ['/api/posts/', 'news-posts'],
    ['/api/posts/7/related', 'news-posts'],
    ['/api/posts/by-author/7', 'news-posts'],
    ['/api/suggest', 'suggestions'],
    ['/api/picture-variants', 'news-pictures'],
    ['/api/categories', 'news-lists'],
    ['/api/tags/3', 'news-lists'],
    ['/api/slugs/abc', 'news-lists'],
    ['/api/site-setting', 'news-site'],
    ['/api/site-options', 'news-site'],
    ['/api/products', 'news-site'],
    ['/feed.xml', 'news-feeds'],
    ['/news/tax/atom.xml', 'news-feeds'],
    ['/tags/gst/feed.json', 'news-feeds'],
    ['/sitemap.xml', 'sitemap-index'],
    ['/sitemaps/books.xml', 'catalog-sitemaps'],
    ['/sitemaps/books/2.xml', 'catalog-sitemaps'],
    ['/sitemaps/posts-1.xml', 'news-sitemaps'],
    ['/robots.txt', 'news-sitemaps'],
    ['/api/books/5', 'catalog-lists'],
    ['/api/catelog-categories', 'catalog-lists'],
    ['/api/firms', 'catalog-profiles'],
    ['/api/upload/', 'catalog-upload'],
    ['/uploads/a_0123456789.png', 'catalog-files'],
    ['/api/auth/local', 'accounts-session'],
    ['/api/auth/refresh', 'accounts-session'],
    ['/api/auth/logout/', 'accounts-session'],
    ['/api/auth/local/register', 'accounts-session'],
    ['/api/auth/change-password', 'accounts-session'],
    ['/api/auth/reset-password', 'accounts-session'],
    ['/api/auth/forgot-password', 'accounts'],
    ['/api/users/me', 'accounts'],
    ['/api/users-permissions/roles', 'accounts'],
    ['/.well-known/jwks.json', 'accounts'],
    ['/api/carts/9', 'carts'],
    ['/api/orders', 'cart-orders'],
    ['/api/payment/verify', 'payments'],
    ['/api/system/payments/card-provider', 'payments'],
    ['/api/email', 'notify'],
    ['/api/coming-soon-users', 'notify'],
    ['/api/subscriptions/confirm', 'notify'],
    ['/.well-known/security.txt', 'web-texts'],
    ['/ads.txt', 'web-texts'],
    ['/rss.xml', 'web-texts'],
    ['/feed', 'web-texts'],
    ['/feed/', 'web-texts'],
    ['/', 'web-pages'],
    ['/news/tax', 'web-pages'],
    ['/news/tax/feed.txt', 'web-pages'],
    ['/tax/some-article', 'web-pages'],
    ['/console/posts', 'web-console'],
    ['/preview/a-token', 'web-previews'],
    ['/api/corrections', 'news-corrections'],
    ['/api/previews/a-token', 'news-previews'],
    ['/assets/index-1a2b.js', 'web-assets'],
  ])('sends %s to %s', (path, name) => {
    expect(find(path)?.name).toBe(name);
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/postscript', '/api/email/x', '/api/suggestions'])(
    'has no route for %s',
    (path) => {
      expect(find(path)).toBeNull();
    },
  );
});

describe('the first segments of the routing table', () => {
  const segmentsOf = (isPage: boolean): string[] =>
    ROUTES.filter(({ responseKind }) => (responseKind === 'page') === isPage)
      .flatMap(({ paths }) => paths.map((path) => path.split('/')[1] ?? ''))
      .filter((segment) => segment !== '**');

  it('are reserved, so that no slug of the news hides a route or is hidden by it', () => {
    const segments = segmentsOf(false);
    expect(segments.length).toBeGreaterThan(30);
    expect(segments.filter((segment) => !RESERVED_SEGMENTS.has(segment))).toEqual([]);
  });

  it('name screens where the route is one of pages', () => {
    const segments = segmentsOf(true);
    expect(segments).toContain('catalogs');
    expect(segments.filter((segment) => !SCREEN_SEGMENTS.some((screen) => screen === segment))).toEqual([]);
  });
});
