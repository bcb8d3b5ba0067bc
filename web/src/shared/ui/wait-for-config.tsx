import type { ReactNode } from 'react';
import { siteApi } from '../site/site-api.ts';

const POLL_MS = 1_000;
const { useQueryState, useQuerySubscription } = siteApi.endpoints.settings;

/** Shows its content once the site's config is loaded; until then it says so and asks every second. */
export function WaitForConfig({ children }: { children: ReactNode }) {
  const isKnown = useQueryState(undefined).data !== undefined;
  useQuerySubscription(undefined, { pollingInterval: POLL_MS, skip: isKnown });
  if (isKnown) return children;
  return <output className="empty">Loading</output>;
}
