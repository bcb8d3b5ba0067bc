import { describe, expect, it } from 'vitest';
import { matchPage } from './routes.tsx';

const found = (pathname: string): string => {
  const { route, params } = matchPage(pathname);
  return `${route.path} ${JSON.stringify(params)}`;
};

describe('the routes of the features', () => {
  it('match articles, lists and items by the rank of their paths', () => {
    expect(found('/gst/a-report')).toBe('/:catslug/:newsslug {"catslug":"gst","newsslug":"a-report"}');
    expect(found('/tags/bail')).toBe('/tags/:tagslug {"tagslug":"bail"}');
    expect(found('/catalogs/lawyers/order')).toBe('/catalogs/lawyers/order {}');
    expect(found('/find-a-lawyer/tax')).toBe('/find-a-lawyer/:practice {"practice":"tax"}');
    expect(found('/ABOUT/')).toBe('/about {}');
    expect(found('/nowhere/at/all')).toBe('* {"*":"nowhere/at/all"}');
  });

  it.each([
    ['/%zz', '/:newsslug'],
    ['/%zz/a', '/:catslug/:newsslug'],
    ['//', '/'],
    ['/a//b', '*'],
    ['/a%2Fb', '/:newsslug'],
    ['/*', '/:newsslug'],
  ])('match %s as %s', (pathname, path) => {
    const { branch, route } = matchPage(pathname);
    expect(branch).toEqual([route]);
    expect(route.path).toBe(path);
  });
});
