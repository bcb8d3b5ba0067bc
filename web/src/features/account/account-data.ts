import { authRoute } from './routes/auth-route.ts';

/** Loads and heads of the feature's pages: one chunk, which a document that the server rendered does not load. */
export const accountData = {
  login: authRoute('Log in', (site) => `Log in to ${site}.`),
  forgotPassword: authRoute('Forgot password', (site) => `Set a new password for your account of ${site}.`),
} as const;
