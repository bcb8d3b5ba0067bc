// Imports of the app pages, by file. They are not in the routes, because every reading page loads those of all pages.

export const pages = {
  'cart-page': () => import('./routes/cart-page.tsx').then((module) => module.CartPage),
};
