import type { SiteConfig } from '#shared/site/site.ts';
import type { Seed } from './store.ts';

export const STATE_ID = 'page-state';

/** What the server tells the browser beside the page itself. */
export interface PageState {
  site: SiteConfig;
  seeds: readonly Seed[];
  /** Whether the root element holds rendered markup, to be hydrated, or only the shell's text, to be replaced. */
  isRendered: boolean;
  /** Whether the document is a 503: the browser shows its retry page until the reader retries or navigates. */
  isUnavailable: boolean;
}

export function readPageState(document: Document): PageState {
  const text = document.getElementById(STATE_ID)?.textContent ?? '';
  return JSON.parse(text) as PageState;
}
