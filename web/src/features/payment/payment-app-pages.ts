// Imports of the app pages, by file. They are not in the routes, because every reading page loads those of all pages.

export const pages = {
  'success-page': () => import('./routes/success-page.tsx').then((module) => module.SuccessPage),
  'status-page': () => import('./routes/status-page.tsx').then((module) => module.StatusPage),
  'order-status-page': () =>
    import('./routes/order-status-page.tsx').then((module) => module.OrderStatusPage),
};
