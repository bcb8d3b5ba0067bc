// Pages of kind app. Their imports are here and not in the routes, because pages to read load the routes of all pages.

export const pages = {
  ordersPage: () => import('./routes/orders-page.tsx').then((module) => module.OrdersPage),
};
