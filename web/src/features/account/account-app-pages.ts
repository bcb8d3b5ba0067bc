// Imports of the app pages, by file. They are not in the routes, because every reading page loads those of all pages.

export const pages = {
  'reset-password-page': () =>
    import('./routes/reset-password-page.tsx').then((module) => module.ResetPasswordPage),
  'mailed-link-page': () => import('./routes/mailed-link-page.tsx').then((module) => module.MailedLinkPage),
  'signup-page': () => import('./routes/signup-page.tsx').then((module) => module.SignupPage),
  'account-page': () => import('./routes/account-page.tsx').then((module) => module.AccountPage),
  'erase-page': () => import('./routes/erase-page.tsx').then((module) => module.ErasePage),
};
