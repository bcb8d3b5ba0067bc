import { createContext, use, type ComponentType } from 'react';

const NotFoundContext = /* @__PURE__ */ createContext<ComponentType | null>(null);

/** Provides the page that `NotFound` renders; `app/` gives it the one of the news. */
export const NotFoundProvider = NotFoundContext.Provider;

/** The not-found page of the site, for a page of any feature whose subject does not exist. */
export function NotFound() {
  const Page = use(NotFoundContext);
  return Page === null ? <h1>Page not found</h1> : <Page />;
}
