import { createContext, use, type ReactNode } from 'react';

interface NotFoundContent {
  /** The not-found page of the site. */
  page: ReactNode;
  /** Rendered in place of every not-found page, where the server must say where the address leads. */
  elsewhere?: ReactNode;
}

const NotFoundContext = /* @__PURE__ */ createContext<NotFoundContent>({ page: <h1>Page not found</h1> });

/** Provides what `NotFound` renders. */
export const NotFoundProvider = NotFoundContext.Provider;

/**
 * Rendered by pages that find nothing at their address: shows `children`, or the not-found page of the site where left out.
 * After a client navigation it loads the document instead: only the server knows renamed pages, redirects and withheld texts.
 */
export function NotFound({ children }: { children?: ReactNode }): ReactNode {
  const { page, elsewhere } = use(NotFoundContext);
  return elsewhere ?? children ?? page;
}
