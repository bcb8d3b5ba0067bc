// Pages of kind app. Their imports are here and not in the routes, because pages to read load the routes of all pages.

export const pages = {
  successPage: () => import('./routes/success-page.tsx').then((module) => module.SuccessPage),
  statusPage: () => import('./routes/status-page.tsx').then((module) => module.StatusPage),
};
