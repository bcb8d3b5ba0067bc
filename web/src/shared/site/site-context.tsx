import { createContext, use } from 'react';
import type { SiteConfig } from './site.ts';

const SiteContext = createContext<SiteConfig | null>(null);

export const SiteProvider = SiteContext.Provider;

/** Returns the facts of the site; throws outside of a `SiteProvider`. */
export function useSite(): SiteConfig {
  const site = use(SiteContext);
  if (site === null) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
