import { ANALYTICS_POLICY, trustedPolicy } from '#shared/browser/trusted-types.ts';
import type { AnalyticsConfig } from '#shared/site/site.ts';

let policy: { createScriptURL: (address: string) => string | null } | null = null;

/** Adds the script of the counting service to the document, once. No other address becomes a script by its policy. */
export function loadAnalytics({ script, siteId }: AnalyticsConfig): void {
  if (policy !== null) return;
  policy = trustedPolicy(ANALYTICS_POLICY, {
    createScriptURL: (address) => (address === script ? address : null),
  });
  const element = document.createElement('script');
  element.async = true;
  // Attributes by which usual services know the site.
  element.dataset['domain'] = location.hostname;
  if (siteId !== undefined) element.dataset['websiteId'] = siteId;
  element.src = policy.createScriptURL(script) ?? '';
  document.head.append(element);
}
