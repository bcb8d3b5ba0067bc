import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { matchPage, pageRoutes } from './routes.tsx';

const nameOf = (pathname: string): string => {
  const match = matchRoutes(pageRoutes, pathname)?.at(-1);
  return `${match?.route.path} ${JSON.stringify(match?.params)}`;
};
const found = (pathname: string): string => {
  const { pattern, params } = matchPage(pathname);
  return `${pattern} ${JSON.stringify(params)}`;
};

describe('the table of pages', () => {
  it('finds by length what the router finds in the whole table', () => {
    const own = pageRoutes.map(({ path }) => path.replace('*', '/x').replaceAll(/:\w+/g, 'x'));
    const odd = [
      '//',
      '///',
      '/gst/',
      '/gst//',
      '//gst',
      '/a//b',
      '/a/b/c',
      '/a/b/c/d',
      '/a/b/c/d/e',
      '/a%2Fb',
    ];
    const others = [
      '/gst',
      '/GST/Some-News',
      '/news/gst/',
      '/catalogs/books/20/a-book/',
      '/catalogs//20/x',
      '/%6Eews/gst',
      '/news%2Fgst',
      '/\u212Aontact',
      '/boo\u212As/x',
      '/%zz',
      '/%zz/a',
      '/ABOUT',
      '/Find-A-Lawyer/ORDER/',
      '/Catalogs/Lawyers/ORDER/',
      '/a\nb',
      '/a/b\n',
      '/*',
    ];
    const wrong = [...own, ...odd, ...others, '/जमानत/आदेश', '/%E0%A4%9C'].filter(
      (pathname) => found(pathname) !== nameOf(pathname),
    );
    expect(wrong).toEqual([]);
  });

  it('finds articles, lists and items', () => {
    expect(found('/gst/a-report')).toBe('/:catslug/:newsslug {"catslug":"gst","newsslug":"a-report"}');
    expect(found('/tags/bail')).toBe('/tags/:tagslug {"tagslug":"bail"}');
    expect(found('/nowhere/at/all')).toBe('* {"*":"nowhere/at/all"}');
  });
});
