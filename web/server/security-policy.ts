import { createHash } from 'node:crypto';
import { VIDEO_PICTURES } from '@vidhi/contracts/image-origins.ts';
import {
  ANALYTICS_POLICY,
  CHECKOUT_POLICY,
  DEFAULT_POLICY,
  HTML_POLICY,
  JSON_POLICY,
  WORKER_POLICY,
} from '#shared/browser/trusted-types.ts';
import type { DocumentKind } from '#shared/routing/route.ts';

/** Origin of the player of videos, the only frames beside those of hosted pages. */
export const VIDEO_FRAMES = 'https://www.youtube-nocookie.com';

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
  /** Origin of the service of somebody else that counts readers, which reading pages load once a reader agrees. */
  analyticsOrigin?: string | undefined;
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

/** Names of the Trusted Types policies that pages of each kind may create. */
export const TRUSTED_TYPES: Readonly<Record<DocumentKind | 'payment', readonly string[]>> = {
  reading: [HTML_POLICY, JSON_POLICY, WORKER_POLICY],
  app: [HTML_POLICY, JSON_POLICY],
  payment: [HTML_POLICY, JSON_POLICY, CHECKOUT_POLICY, DEFAULT_POLICY],
  // The first is that of prosemirror-view for pasted HTML, the second that of the rich text editor for the HTML it opens.
  console: [HTML_POLICY, JSON_POLICY, 'ProseMirrorClipboard', 'vidhi-rich-text'],
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
 * load resources of the card provider. Strings may not become HTML or scripts but by the named Trusted Types policies, where
 * the browser has them.
 */
export function securityPolicy(input: PolicyInput): string {
  const { kind, payment = null, scripts, styles, frameHosts, imageOrigins } = input;
  const isReading = kind === 'reading';
  const analytics = isReading && input.analyticsOrigin !== undefined ? [input.analyticsOrigin] : [];
  const frames = isReading
    ? [VIDEO_FRAMES, ...frameHosts.map((host) => `https://${host}`)]
    : (payment?.frames ?? []);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...scripts.map(sha256),
      ...(payment === null ? [] : [payment.script]),
      ...analytics,
    ],
    'style-src': ["'self'", ...styles.map(sha256)],
    'img-src': [
      "'self'",
      'data:',
      ...(isReading ? [VIDEO_PICTURES] : ['blob:']),
      ...imageOrigins,
      ...(payment?.images ?? []),
      ...analytics,
    ],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(payment?.connect ?? []), ...analytics],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [isReading ? "'self'" : "'none'"],
    'manifest-src': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [
      ...TRUSTED_TYPES[payment === null ? kind : 'payment'],
      ...(analytics.length === 0 ? [] : [ANALYTICS_POLICY]),
    ],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
