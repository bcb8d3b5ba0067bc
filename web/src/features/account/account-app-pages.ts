// Pages of kind app. Their imports are here and not in the routes, because pages to read load the routes of all pages.

export const pages = {
  resetPasswordPage: () =>
    import('./routes/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
  signupPage: () => import('./routes/signup-page.tsx').then((module) => module.SignupPage),
  accountPage: () => import('./routes/account-page.tsx').then((module) => module.AccountPage),
  erasePage: () => import('./routes/erase-page.tsx').then((module) => module.ErasePage),
};
