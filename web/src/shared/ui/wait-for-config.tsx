import type { ReactNode } from 'react';
import { siteApi } from '../site/site-api.ts';

const POLL_MS = 1_000;
const { useQueryState, useQuerySubscription } = siteApi.endpoints.settings;

/** Renders its content once the settings of the site are loaded; polls them every second until then. */
export function WaitForConfig({ children }: { children: ReactNode }) {
  const isLoaded = useQueryState(undefined).data !== undefined;
  useQuerySubscription(undefined, { pollingInterval: POLL_MS, skip: isLoaded });
  if (isLoaded) return children;
  return <output className="empty">Loading</output>;
}
