// Import of the layout of the console, by its file. It is not in the routes, because every reading page loads those of all
// pages; `page-table.ts` has the pages.

export const pages = {
  'console-layout': () => import('./routes/console-layout.tsx').then((module) => module.ConsoleLayout),
};
