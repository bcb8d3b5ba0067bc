import type { BuiltApp, EntryFiles } from './built-app.ts';

const entryFiles = (name: string): EntryFiles => ({
  script: `/assets/${name}.js`,
  chunks: ['/assets/libraries.js'],
  styles: [{ href: `/assets/${name}.css`, css: `body{margin:0}.${name}{color:inherit}` }],
});

/** Creates a build without files, apart from `clientDir`; the test adds the renderer. */
export const aBuiltApp = (clientDir: string): Omit<BuiltApp, 'renderer'> => ({
  clientDir,
  entries: { reading: entryFiles('main'), app: entryFiles('app'), console: entryFiles('console') },
  pages: new Map([
    [
      'features/news/routes/article-page.tsx',
      {
        kind: 'reading',
        scripts: ['/assets/article.js'],
        styles: [{ href: '/assets/article.css', css: 'p{margin:0}' }],
        linkedStyles: [],
      },
    ],
    [
      'features/account/routes/account-page.tsx',
      {
        kind: 'app',
        scripts: ['/assets/account.js'],
        styles: [{ href: '/assets/account.css', css: 'i{margin:0}' }],
        linkedStyles: ['/assets/antd.css'],
      },
    ],
  ]),
  fonts: [],
});
