import { authRoute } from './routes/auth-route.ts';

/**
 * `load` and `head` of the feature's reading pages, by page. They are one chunk, which the browser loads for client
 * navigations only: for the document, the server has run them.
 */
export const accountData = {
  login: authRoute('Log in', (site) => `Log in to ${site}.`),
  forgotPassword: authRoute('Forgot password', (site) => `Set a new password for your account of ${site}.`),
} as const;
