import { expect, it } from 'vitest';
import { createDocumentHeaders } from './document-headers.ts';
import { built } from './page-request-builder.ts';

const headersOf = createDocumentHeaders(built, { frameHosts: ['pages.example'], imageOrigins: [] });

it('only a payment page allows the hosts and pop-ups of the card provider', () => {
  const payment = headersOf({ kind: 'app', allowsPayment: true, isShareable: true });
  expect(payment).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  expect(payment['content-security-policy']).toContain('https://checkout.razorpay.com');
  expect(payment['permissions-policy']).toContain('payment=(self "https://api.razorpay.com"');
  for (const kind of ['reading', 'app', 'console'] as const) {
    const plain = headersOf({ kind, allowsPayment: false, isShareable: true });
    expect(JSON.stringify(plain)).not.toContain('razorpay');
    expect(plain['cross-origin-opener-policy']).toBe('same-origin');
  }
});

it('only a complete reading page is cacheable', () => {
  const cached = (kind: 'reading' | 'app', isShareable: boolean) =>
    headersOf({ kind, allowsPayment: false, isShareable })['cache-control'];
  expect([cached('reading', true), cached('reading', false), cached('app', true)]).toEqual([
    'public, max-age=0, must-revalidate',
    'no-store',
    'no-store',
  ]);
});
