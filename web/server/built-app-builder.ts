import type { BuiltApp } from './built-app.ts';

/** A build with made-up addresses, whose files are in the given folder; its renderer is the test's. */
export const aBuiltApp = (clientDir: string): Omit<BuiltApp, 'renderer'> => ({
  clientDir,
  entryScript: '/assets/main.js',
  entryChunks: ['/assets/libraries.js'],
  css: 'body{margin:0}',
  cssHref: '/assets/main.css',
  pages: new Map([
    [
      'features/news/routes/article-route.ts',
      { scripts: ['/assets/article.js'], styles: [{ href: '/assets/article.css', css: 'p{margin:0}' }] },
    ],
  ]),
  fonts: [],
});
