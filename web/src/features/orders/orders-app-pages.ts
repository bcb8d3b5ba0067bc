// Imports of the app pages, by file. They are not in the routes, because every reading page loads those of all pages.

export const pages = {
  'orders-page': () => import('./routes/orders-page.tsx').then((module) => module.OrdersPage),
};
