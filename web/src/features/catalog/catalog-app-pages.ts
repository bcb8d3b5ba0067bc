// Pages of kind app. Their imports are here and not in the routes, because pages to read load the routes of all pages.

export const pages = {
  paymentPage: () => import('./routes/payment-page.tsx').then((module) => module.PaymentPage),
};
