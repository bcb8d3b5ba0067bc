// Pages of kind console. Their imports are here and not in the routes, because pages to read load the routes of all pages.

export const pages = {
  consoleLayout: () => import('./routes/console-layout.tsx').then((module) => module.ConsoleLayout),
  consoleHomePage: () => import('./routes/console-home-page.tsx').then((module) => module.ConsoleHomePage),
  componentsPage: () => import('./routes/components-page.tsx').then((module) => module.ComponentsPage),
};
