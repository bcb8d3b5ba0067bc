import type { SiteConfig } from '#shared/site/site.ts';
import type { HydratedQuery } from './store.ts';

export const STATE_ID = 'page-state';

/** The data with which the browser hydrates a document, as JSON in the document. */
export interface PageState {
  site: SiteConfig;
  queries: readonly HydratedQuery[];
  /** Whether the root element has rendered markup to hydrate; otherwise React replaces its content. */
  isRendered: boolean;
  /** Whether the document is a 503: its retry page is shown until a reload or a navigation. */
  isUnavailable: boolean;
  /** Whether the document is that of a page that does not exist. */
  isMissing?: true;
}

export function readPageState(document: Document): PageState {
  const text = document.getElementById(STATE_ID)?.textContent ?? '';
  return JSON.parse(text) as PageState;
}
