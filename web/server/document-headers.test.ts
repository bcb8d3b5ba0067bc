import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CART_PREFETCH } from '#shared/browser/document-prefetch.ts';
import { createDocumentHeaders } from './document-headers.ts';
import { built } from './page-request-builder.ts';
import { lookOf } from './site-look.ts';

const origins = {
  frameHosts: ['pages.example'],
  imageOrigins: [],
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
};
const headersOf = createDocumentHeaders(built, origins);
const look = lookOf(null);

it('only a payment page allows the hosts and pop-ups of the card provider', () => {
  const payment = headersOf({ kind: 'app', allowsPayment: true, isShareable: true, look });
  expect(payment).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  expect(payment['content-security-policy']).toContain('https://checkout.razorpay.com');
  expect(payment['permissions-policy']).toContain('payment=(self "https://api.razorpay.com"');
  for (const kind of ['reading', 'app', 'console'] as const) {
    const plain = headersOf({ kind, allowsPayment: false, isShareable: true, look });
    expect(JSON.stringify(plain)).not.toContain('razorpay');
    expect(plain['cross-origin-opener-policy']).toBe('same-origin');
  }
});

it('names the origin of what stands in for the card provider instead', () => {
  const checkoutScript = 'http://127.0.0.1:4010/v1/checkout.js';
  const headers = createDocumentHeaders(built, { ...origins, checkoutScript })({
    kind: 'app',
    allowsPayment: true,
    isShareable: true,
    look,
  });
  expect(headers['content-security-policy']).toContain('frame-src http://127.0.0.1:4010;');
  expect(headers['permissions-policy']).toContain('payment=(self "http://127.0.0.1:4010")');
  expect(JSON.stringify(headers)).not.toContain('razorpay');
});

it('every page lets the named Trusted Types policies alone turn strings into HTML and scripts', () => {
  const policiesOf = (kind: 'reading' | 'app' | 'console', allowsPayment = false): string | undefined => {
    const policy =
      headersOf({ kind, allowsPayment, isShareable: true, look })['content-security-policy'] ?? '';
    expect(policy).toContain("; require-trusted-types-for 'script'");
    return /; trusted-types ([^;]*)/.exec(policy)?.[1];
  };
  expect(policiesOf('reading')).toBe('vidhi-html vidhi-json vidhi-worker');
  expect(policiesOf('app')).toBe('vidhi-html vidhi-json');
  expect(policiesOf('console')).toBe('vidhi-html vidhi-json ProseMirrorClipboard vidhi-rich-text');
  // The script of the card provider assigns strings, which only these pages convert.
  expect(policiesOf('app', true)).toBe('vidhi-html vidhi-json vidhi-checkout default');
});

it('only reading pages may have the document of the cart fetched', () => {
  const hash = createHash('sha256').update(CART_PREFETCH).digest('base64');
  const isAllowed = (kind: 'reading' | 'app' | 'console') =>
    headersOf({ kind, allowsPayment: false, isShareable: true, look })['content-security-policy']?.includes(
      `'sha256-${hash}'`,
    );
  expect([isAllowed('reading'), isAllowed('app'), isAllowed('console')]).toEqual([true, false, false]);
});

it('only a complete reading page is cacheable', () => {
  const cached = (kind: 'reading' | 'app', isShareable: boolean) =>
    headersOf({ kind, allowsPayment: false, isShareable, look })['cache-control'];
  expect([cached('reading', true), cached('reading', false), cached('app', true)]).toEqual([
    'public, max-age=0, must-revalidate',
    'no-store',
    'no-store',
  ]);
});

it('allows the style sheet of the owner by its hash, and no other', () => {
  const chosen = lookOf({ data: { attributes: { accent_colour: '#0b5394' } } });
  for (const kind of ['reading', 'app', 'console'] as const) {
    const input = { kind, allowsPayment: false, isShareable: true };
    const [before, after] = [look, chosen].map(
      (one) => headersOf({ ...input, look: one })['content-security-policy'] ?? '',
    );
    expect(after?.replace(` ${chosen.styleSource}`, '')).toBe(before);
    expect(after).toMatch(/style-src 'self' [^;]*'sha256-/);
  }
});

it('lets reading pages frame the hosts of the owner in place of the configured ones', () => {
  const chosen = lookOf({ data: { attributes: { frame_hosts: 'forms.example.com' } } });
  const framesOf = (kind: 'reading' | 'app') =>
    /frame-src ([^;]*)/.exec(
      headersOf({ kind, allowsPayment: false, isShareable: true, look: chosen })['content-security-policy'] ??
        '',
    )?.[1];
  expect(framesOf('reading')).toBe('https://www.youtube-nocookie.com https://forms.example.com');
  expect(framesOf('app')).toBe("'none'");
});

it('lets reading pages alone load the script of a counting service, where one is configured', () => {
  const analyticsOrigin = 'https://stats.example';
  const counted = createDocumentHeaders(built, { ...origins, analyticsOrigin });
  const policyOf = (headers: typeof headersOf, kind: 'reading' | 'app' | 'console', allowsPayment = false) =>
    headers({ kind, allowsPayment, isShareable: true, look })['content-security-policy'] ?? '';
  const reading = policyOf(counted, 'reading');
  for (const directive of ['script-src', 'img-src', 'connect-src'])
    expect(reading).toMatch(new RegExp(`${directive} [^;]*https://stats\\.example`));
  expect(reading).toContain('vidhi-worker vidhi-analytics');
  expect(policyOf(headersOf, 'reading')).not.toMatch(/stats|vidhi-analytics/);
  for (const kind of ['app', 'console'] as const)
    expect(policyOf(counted, kind)).toBe(policyOf(headersOf, kind));
  expect(policyOf(counted, 'app', true)).toBe(policyOf(headersOf, 'app', true));
});
