import { createContext, use, type ReactNode } from 'react';

const NotFoundContext = /* @__PURE__ */ createContext<ReactNode>(<h1>Page not found</h1>);

/** Provides what `NotFound` renders. */
export const NotFoundProvider = NotFoundContext.Provider;

/** The not-found page of the site, which features render for what does not exist. */
export const NotFound = (): ReactNode => use(NotFoundContext);
