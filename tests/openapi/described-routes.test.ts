import { expect, it } from 'vitest';
import { readServices } from './service-documents.ts';

/** Calls that no client makes. */
const NOT_FOR_CLIENTS: ReadonlySet<string> = new Set([
  // News describes it: the gateway joins the responses of both.
  'catalog: GET /api/suggest',
  // The card provider calls these.
  'payments: POST /api/payment/callback',
  'payments: POST /api/payment/webhook',
  // Browsers open these, from mails and in the frame of a preview.
  'notify: GET /api/newsletter-issues/{id}/preview.html',
  'notify: GET /api/subscriptions/confirm',
  'notify: POST /api/subscriptions/confirm',
  'notify: GET /api/subscriptions/unsubscribe',
  'notify: POST /api/subscriptions/unsubscribe',
]);

it('the services describe every call that they offer', async () => {
  const services = await readServices();
  const missing = services.flatMap(({ service, undescribed }) =>
    undescribed.map((route) => `${service}: ${route}`),
  );
  expect(new Set(missing)).toEqual(NOT_FOR_CLIENTS);
}, 120_000);
