import { createHash } from 'node:crypto';
import type { DocumentKind } from '#shared/routing/route.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface PolicyInput {
  kind: DocumentKind;
  /** Origins of the card provider, where the page may open its widget. */
  payment?: PaymentOrigins | null;
  /** Inline scripts and style sheets, which are allowed by their hashes. */
  scripts: readonly string[];
  styles: readonly string[];
  frameHosts: readonly string[];
  imageOrigins: readonly string[];
}

/** Origins of the card provider's widget. */
export interface PaymentOrigins {
  script: string;
  frames: readonly string[];
  connect: readonly string[];
  images: readonly string[];
}

const RAZORPAY: PaymentOrigins = {
  script: 'https://checkout.razorpay.com',
  frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
  images: ['https://cdn.razorpay.com'],
};

/** Returns the origins of Razorpay, or the one origin of its stand-in. */
export function paymentOriginsOf(checkoutScript: string): PaymentOrigins {
  const { origin } = new URL(checkoutScript);
  if (origin === RAZORPAY.script) return RAZORPAY;
  return { script: origin, frames: [origin], connect: [origin], images: [origin] };
}

/**
 * Returns the Content-Security-Policy of a kind of document. Inline code is allowed by hashes instead of nonces, so that
 * a cached document is the same for all clients. Only reading pages frame videos and hosted pages, and only payment pages
 * load resources of the card provider.
 */
export function securityPolicy(input: PolicyInput): string {
  const { kind, payment = null, scripts, styles, frameHosts, imageOrigins } = input;
  const isReading = kind === 'reading';
  const frames = isReading
    ? ['https://www.youtube-nocookie.com', ...frameHosts.map((host) => `https://${host}`)]
    : (payment?.frames ?? []);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts.map(sha256), ...(payment === null ? [] : [payment.script])],
    'style-src': ["'self'", ...styles.map(sha256)],
    'img-src': [
      "'self'",
      'data:',
      ...(isReading ? ['https://i.ytimg.com'] : ['blob:']),
      ...imageOrigins,
      ...(payment?.images ?? []),
    ],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(payment?.connect ?? [])],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [isReading ? "'self'" : "'none'"],
    'manifest-src': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
