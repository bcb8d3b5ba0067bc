import { describe, expect, it } from 'vitest';
import { ORDER_MAILS } from './order-mails.ts';
import { REFUND_MAILS } from './refund-mails.ts';
import { readLayout, renderMail } from './render-mail.ts';

const SITE = { name: 'Lex House', url: 'https://lex.example/', footerFrom: 2026, footerTo: 2026 };
const ADDRESS = {
  name: 'Asha Rao',
  phone: '9000000000',
  email: 'asha@example.in',
  address: '12 MG Road',
  pincode: '411001',
};
const TEXTS = { confirmed: 'We pack on\nMondays.', shipped: 'Call <us>.', refunded: 'Sorry.' };
const ORDER = {
  purchaseNumber: '7KM3QX9TRA',
  orderId: 'order_1',
  paymentId: 'pay_1',
  userId: null,
  lines: [{ id: 1, title: 'Bail', listPaise: 500, unitPaise: 450, quantity: 1, shippingDate: '2026-11-02' }],
  shippingPaise: 0,
  totalPaise: 450,
  billing: ADDRESS,
  shipping: ADDRESS,
  createdAt: '2026-11-01T06:30:00.000Z',
  shippedLine: 1,
  refund: { amountPaise: 450, returnedPaise: 450 },
  buyer: { name: 'Asha Rao', address: 'asha@example.in' },
};
const TEMPLATES = [
  ['confirmed', ORDER_MAILS['order-confirmed']],
  ['shipped', ORDER_MAILS['order-shipped']],
  ['refunded', REFUND_MAILS['order-refunded']],
  ['refunded', ORDER_MAILS['order-cancelled']],
  ['refunded', ORDER_MAILS['payment-refunded']],
] as const;
const render = (template: (typeof TEMPLATES)[number][1], mailTexts?: object) =>
  renderMail(
    readLayout(),
    template({
      values: { ...ORDER, ...(mailTexts === undefined ? {} : { mailTexts }) },
      link: SITE.url,
      site: SITE,
    }),
    SITE,
  );

describe('a text of the shop', () => {
  it.each(TEMPLATES)('for %s stands in its mail, escaped, and no other text does', (kind, template) => {
    const { html, text } = render(template, TEXTS);
    for (const [other, shopText] of Object.entries(TEXTS))
      expect(text.includes(shopText)).toBe(other === kind);
    expect(html).not.toContain('<us>');
  });

  it.each(TEMPLATES)('that is blank changes nothing (%s)', (_, template) => {
    expect(render(template, { confirmed: ' ', shipped: '', refunded: '\n' })).toEqual(render(template));
  });

  it('is in no mail to the shop itself', () => {
    for (const name of ['payment-notification', 'new-order-notice'] as const)
      expect(render(ORDER_MAILS[name], TEXTS)).toEqual(render(ORDER_MAILS[name]));
  });
});
