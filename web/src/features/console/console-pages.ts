// Imports of the console pages, by file. They are not in the routes, because every reading page loads those of all pages.

export const pages = {
  'console-layout': () => import('./routes/console-layout.tsx').then((module) => module.ConsoleLayout),
  'console-home-page': () =>
    import('./routes/console-home-page.tsx').then((module) => module.ConsoleHomePage),
  'components-page': () => import('./routes/components-page.tsx').then((module) => module.ComponentsPage),
};
