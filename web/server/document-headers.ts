import type { DocumentKind } from '#shared/routing/route.ts';
import type { BuiltApp } from './built-app.ts';
import type { SiteLook } from './site-look.ts';
import {
  paymentOriginsOf,
  securityPolicy,
  VIDEO_FRAMES,
  type PaymentOrigins,
  type PolicyInput,
} from './security-policy.ts';

export interface HeaderInput {
  kind: DocumentKind;
  allowsPayment: boolean;
  /** Whether every client may get the same document: all its reads succeeded and it is rendered. */
  isShareable: boolean;
  look: Pick<SiteLook, 'styleSource' | 'frameHosts' | 'isHidden'>;
}

/** The beginning of the directive in the policy of reading pages, which alone frame other documents. */
const FRAMES = `frame-src ${VIDEO_FRAMES}`;
const SHAREABLE = 'public, max-age=0, must-revalidate';
const NO_FEATURES = 'camera=(), geolocation=(), microphone=(), usb=()';

/** The headers by which documents of different kinds differ, prepared once for each kind. */
export function createDocumentHeaders(
  app: BuiltApp,
  {
    checkoutScript,
    ...origins
  }: Pick<PolicyInput, 'frameHosts' | 'imageOrigins' | 'analyticsOrigin'> & { checkoutScript: string },
): (input: HeaderInput) => Record<string, string> {
  const pages = [...app.pages.values()];
  const pageStylesOf = (kind: DocumentKind): string[] => {
    const shown = kind === 'reading' ? pages : pages.filter((page) => page.kind === kind);
    return [...new Set(shown.flatMap(({ styles }) => styles.map(({ css }) => css)))];
  };
  const provider = paymentOriginsOf(checkoutScript);
  const policyOf = (kind: DocumentKind, payment: PaymentOrigins | null = null): string =>
    securityPolicy({
      ...origins,
      kind,
      payment,
      scripts: [app.renderer.BOOT_SCRIPT, ...(kind === 'reading' ? [app.renderer.CART_PREFETCH] : [])],
      styles: [...app.entries[kind].styles.map(({ css }) => css), ...pageStylesOf(kind)],
    });
  const policies = { reading: policyOf('reading'), app: policyOf('app'), console: policyOf('console') };
  const paymentPolicy = policyOf('app', provider);
  const withLook = (policy: string, { styleSource, frameHosts }: HeaderInput['look']): string => {
    const styled = styleSource === '' ? policy : policy.replace(/style-src [^;]*/, `$& ${styleSource}`);
    if (frameHosts === null || !styled.includes(FRAMES)) return styled;
    const hosts = [FRAMES, ...frameHosts.map((host) => `https://${host}`)].join(' ');
    return styled.replace(/frame-src [^;]*/, hosts);
  };
  const paymentFeature = `(self ${provider.frames.map((origin) => `"${origin}"`).join(' ')})`;
  return ({ kind, allowsPayment, isShareable, look }) => ({
    'cache-control': kind === 'reading' && isShareable ? SHAREABLE : 'no-store',
    'content-security-policy': withLook(allowsPayment ? paymentPolicy : policies[kind], look),
    'cross-origin-opener-policy': allowsPayment ? 'same-origin-allow-popups' : 'same-origin',
    'permissions-policy': `${NO_FEATURES}, payment=${allowsPayment ? paymentFeature : '()'}`,
    'referrer-policy': kind === 'reading' ? 'strict-origin-when-cross-origin' : 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(kind === 'reading' && !look.isHidden ? {} : { 'x-robots-tag': 'noindex' }),
  });
}
