import { expect, it } from 'vitest';
import type { TemplateInput } from './mail-content.ts';
import { MAIL_TEMPLATES } from './mail-templates.ts';
import { readLayout, renderMail } from './render-mail.ts';

const SITE = { name: 'Vidhi', url: 'https://vidhi.example', footerFrom: 2012, footerTo: 2024 };
const REQUEST = {
  id: 1,
  kind: 'return',
  lines: [{ id: 31, copies: 2 }],
  reason: 'Misprinted pages',
  state: 'accepted',
  reply: 'Use the old box.',
};
const VALUES: TemplateInput['values'] = {
  purchaseNumber: '7KM3QX9TRA',
  orderId: 'order_1',
  paymentId: 'pay_1',
  userId: 7,
  lines: [{ id: 31, title: 'Limitation & Evidence', listPaise: 45_000, unitPaise: 40_500, quantity: 2 }],
  shippingPaise: 10_000,
  totalPaise: 91_000,
  billing: null,
  shipping: null,
  createdAt: '2026-03-01T06:30:00.000Z',
  buyer: { address: 'asha@example.in', name: 'Asha Rao' },
  returnAddress: 'Vidhi Books, 1 Example Road, Pune',
  request: 1,
};

function render(name: string, request: object, link = 'https://vidhi.example/status/co_1') {
  const template = MAIL_TEMPLATES.get(name);
  if (template === undefined) throw new Error(`no template ${name}`);
  const input = {
    site: SITE,
    link,
    values: { ...VALUES, requests: [request] },
  };
  return renderMail(readLayout(), template(input), SITE);
}

it('an accepted return says where the books go, with the text of the shop', () => {
  const { subject, text } = render('request-decided', REQUEST);
  expect(subject).toBe('Accepted: return of your order 7KM3QX9TRA');
  expect(text).toContain('Use the old box.');
  expect(text).toContain('Vidhi Books, 1 Example Road, Pune');
  expect(text).toMatch(/^Limitation & Evidence +2$/m);
});

it('a declined cancellation names no address', () => {
  const { subject, text } = render('request-decided', {
    ...REQUEST,
    kind: 'cancel',
    state: 'declined',
    reply: null,
  });
  expect(subject).toBe('Declined: cancellation of your order 7KM3QX9TRA');
  expect(text).not.toContain('1 Example Road');
});

it('the shop reads the reason, with the link to the order in the console', () => {
  const link = 'https://vidhi.example/console/orders/pu_1';
  const { text } = render('request-notice', REQUEST, link);
  expect(text).toContain('Misprinted pages');
  expect(text).toContain(`Open the order in the console:\n${link}`);
});

it('a parcel is of the copies that were sent, without those that were refunded before', () => {
  const [line] = VALUES['lines'] as object[];
  const template = MAIL_TEMPLATES.get('order-shipped');
  if (template === undefined) throw new Error('no template');
  const shipped = { ...line, shippingDate: '2026-03-02', cancelledCopies: 1 };
  const values = { ...VALUES, lines: [shipped], shippedLine: 31 };
  const { text } = renderMail(readLayout(), template({ site: SITE, link: null, values }), SITE);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Limitation & Evidence (1 copy) of your order 7KM3QX9TRA was shipped on 2 March 2026.',
  );
});

it.each([
  [2, '(2 copies) of your order 7KM3QX9TRA were shipped on 3 March 2026.'],
  [1, '(1 copy) of your order 7KM3QX9TRA was shipped on 3 March 2026.'],
])('a parcel is of the %i copies that were in it, though both were refunded later', (copies, words) => {
  const [line] = VALUES['lines'] as object[];
  const template = MAIL_TEMPLATES.get('order-shipped');
  if (template === undefined) throw new Error('no template');
  const parcel = { id: 2, carrier: 'India Post', number: null, url: null, day: '2026-03-03' };
  const values = {
    ...VALUES,
    lines: [{ ...line, shippingDate: '2026-03-03', cancelledCopies: 2 }],
    parcel: 2,
    shipments: [{ ...parcel, lineIds: [31], copies: [{ id: 31, copies }] }],
  };
  const { text } = renderMail(readLayout(), template({ site: SITE, link: null, values }), SITE);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`Limitation & Evidence ${words}`);
});
