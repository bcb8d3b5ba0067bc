import { loginRoute } from './routes/login-route.ts';

/** Loads and heads of the feature's pages: one chunk, which a document that the server rendered does not load. */
export const accountData = {
  login: loginRoute,
} as const;
