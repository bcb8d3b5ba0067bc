import { createContext, use, type ReactNode } from 'react';

const NotFoundContext = /* @__PURE__ */ createContext<ReactNode>(<h1>Page not found</h1>);

/** Provides the page that `NotFound` renders; `app/` gives it the one of the news. */
export const NotFoundProvider = NotFoundContext.Provider;

/** The not-found page of the site, for a page of any feature whose subject does not exist. */
export const NotFound = (): ReactNode => use(NotFoundContext);
