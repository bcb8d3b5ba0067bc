// Names of the Trusted Types policies of the app. `web/server/security-policy.ts` lists those that a page may create.

/** Policy for HTML that a service has sanitised (`shared/ui/stored-html.tsx`). */
export const HTML_POLICY = 'vidhi-html';
/** Policy for the JSON-LD in the head (`shared/head/json-script.ts`). */
export const JSON_POLICY = 'vidhi-json';
/** Policies of the pages that load the card provider's script (`shared/payment/checkout-trust.ts`). */
export const CHECKOUT_POLICY = 'vidhi-checkout';
/** Policy for the address of the service worker (`features/news/offline-copies.ts`). */
export const WORKER_POLICY = 'vidhi-worker';
/** Policy for the script of a counting service that a reader has agreed to (`app/analytics/load-analytics.ts`). */
export const ANALYTICS_POLICY = 'vidhi-analytics';
export const DEFAULT_POLICY = 'default';

type Convert = (text: string) => string | null;
interface Rules {
  createHTML?: Convert;
  createScript?: Convert;
  createScriptURL?: Convert;
}
interface WithTrustedTypes {
  trustedTypes?: { createPolicy<R extends Rules>(name: string, rules: R): R };
}

/**
 * Creates a policy once for a document: a second one of that name is rejected. Its results are typed as strings, which is
 * what they are where the browser has no Trusted Types; elsewhere they may only be assigned to what takes HTML or scripts.
 */
export const trustedPolicy = <R extends Rules>(name: string, rules: R): R =>
  (globalThis as WithTrustedTypes).trustedTypes?.createPolicy(name, rules) ?? rules;
