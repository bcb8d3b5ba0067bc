import { describe, expect, it } from 'vitest';
import { MAIL_TEMPLATES as REQUESTED } from '@vidhi/contracts/events.ts';
import { compileLayout } from './compile-layout.ts';
import type { TemplateInput } from './mail-content.ts';
import { MAIL_TEMPLATES } from './mail-templates.ts';
import { readLayout, renderMail } from './render-mail.ts';

const LINK = 'https://vidhi.example/confirm?code=abc&kind=1';
const SITE = { name: 'Vidhi & Sons', url: 'https://vidhi.example', footerFrom: 2012, footerTo: 2024 };
const LINKED = [
  'email-confirmation',
  'password-reset',
  'email-change-confirmation',
  'email-change-requested-notice',
  'staff-invitation',
  'subscription-confirmation',
  'newsletter',
  'profile-decided',
  'profile-invitation',
  'comment-mention',
];

const input = (values: Record<string, unknown> = {}): TemplateInput => ({
  site: SITE,
  link: LINK,
  values: {
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha@example.in',
    name: 'Asha Rao',
    subject: 'A question',
    message: 'First line\nSecond line',
    changedAt: '2026-03-01T06:30:00.000Z',
    expiresAt: '2026-03-08T06:30:00.000Z',
    purchaseNumber: '7KM3QX9TRA',
    help: { email: 'care@vidhi.example', phone: '+91 20 1234 5678' },
    shippedLine: 31,
    request: 1,
    returnAddress: 'Vidhi Books, 1 Example Road, Pune',
    requests: [{ id: 1, kind: 'return', lines: [], reason: 'Torn', state: 'open', reply: 'No' }],
    refund: { amountPaise: 50_000, returnedPaise: 70_000 },
    dispute: { id: 'disp_1', status: 'open' },
    orderId: 'order_1',
    paymentId: 'pay_1',
    userId: 7,
    lines: [
      {
        id: 31,
        title: 'Limitation & Evidence',
        listPaise: 45_000,
        unitPaise: 40_500,
        quantity: 2,
        shippingDate: '2026-03-02',
      },
      { id: 32, title: 'Evidence', listPaise: 120_050, unitPaise: 120_050, quantity: 1, shippingDate: null },
    ],
    shippingPaise: 10_000,
    totalPaise: 211_050,
    billing: {
      name: 'Asha Rao',
      phone: '9000000000',
      email: 'asha@example.in',
      address: '1 High Court Road',
      pincode: '400001',
    },
    shipping: null,
    createdAt: '2026-03-01T06:30:00.000Z',
    buyer: { address: 'asha@example.in', name: 'Asha Rao' },
    unsubscribeLink: 'https://vidhi.example/unsubscribe?key=1',
    count: 3,
    mails: [{ template: 'order-confirmed', reason: '550', diedAt: '2026-03-01T06:30:00.000Z' }],
    title: 'Adv. Rao',
    action: 'request_change',
    reason: 'The enrolment number is missing',
    number: 'GR-0007',
    outcome: 'upheld',
    measure: 'corrected',
    category: 'It is wrong or misleading',
    pageLink: 'https://vidhi.example/gst/a',
    dueAt: '2026-03-16T06:30:00.000Z',
    isConfirmed: true,
    sections: [
      { kind: 'text', heading: 'From the editor', text: 'First paragraph\n\nSecond' },
      { kind: 'article', id: 5, title: 'Bail', text: 'By the High Court', path: '/news-1/bail' },
    ],
    documents: [{ number: 'BS/26-27/000001', orderNumber: '7KM3QX9TRA', characters: ['ᱚ'] }],
    ...values,
  },
});

/** Values of enumerations, which the schemas of the events admit alone. */
const ENUMERATED = new Set(['kind', 'state', 'action']);

/** Returns the same with every text in it replaced. */
const withTexts = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((each) => withTexts(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, ENUMERATED.has(key) ? each : withTexts(each, text)]),
  );
};

const names = [...MAIL_TEMPLATES.keys()];
const render = (name: string, values?: Record<string, unknown>) => {
  const template = MAIL_TEMPLATES.get(name);
  if (template === undefined) throw new Error(`no template ${name}`);
  return renderMail(readLayout(), template(input(values)), SITE);
};

describe('the mail templates', () => {
  it('have one for each mail that accounts requests', () => {
    expect(REQUESTED.filter((name) => !MAIL_TEMPLATES.has(name))).toEqual([]);
  });

  it('are laid out by the compiled form of layout.mjml', async () => {
    expect(readLayout()).toEqual(await compileLayout());
  });

  it.each(names)('renders %s in HTML and text, with the site and its footer', (name) => {
    const { subject, html, text } = render(name);
    expect(subject).not.toMatch(/[\r\n]|undefined|null|\{\{/);
    for (const part of [html, text]) {
      expect(part).not.toMatch(/undefined|\[object|\{\{|\}\}/);
      expect(part).toContain('2012–2024');
      expect(part).toContain(SITE.url);
    }
    expect(html).toMatch(/^<!doctype html>[\s\S]*<\/html>$/);
    expect(html).toContain('Vidhi &amp; Sons');
    expect(text).toContain('© 2012–2024 Vidhi & Sons');
    expect(text).not.toMatch(/<[a-z/]/i);
    // Gmail cuts a mail off above 102 KB.
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });

  it.each(LINKED)('puts the link of %s into both parts, whole', (name) => {
    const { html, text } = render(name);
    expect(html).toContain(`href="${LINK.replace('&', '&amp;')}"`);
    expect(text.split('\n')).toContain(LINK);
  });

  it.each(LINKED)('rejects %s without a link, or with one that runs script', (name) => {
    const template = MAIL_TEMPLATES.get(name);
    for (const link of [null, 'javascript:alert(1)'])
      expect(() => template?.({ ...input(), link })).toThrow('needs a link');
  });

  it.each(names)('escapes every value of %s, and keeps its subject in one line', (name) => {
    const evil = '"><img src=x onerror=alert(1)>\r\nBcc: evil@example.com\u2028&';
    const { unsubscribeLink: _, ...values } = input().values;
    const { subject, html } = render(name, withTexts(values, evil) as Record<string, unknown>);
    expect(html).not.toContain('<img');
    expect(subject).not.toMatch(/[\r\n\u2028]/);
  });

  it.each(['email-confirmation', 'password-reset', 'order-confirmed'])(
    'greets in %s by a name, and not by what could be a message or a link',
    (name) => {
      const greet = (who: string): string | undefined =>
        render(name, { first_name: who, buyer: { address: 'asha@example.in', name: who } })
          .text.split('\n')
          .find((line) => line.startsWith('Hello'));
      expect(greet('Asha S. Rao')).toBe('Hello Asha S. Rao,');
      expect(greet(`${'x'.repeat(60)}y`)).toBe(`Hello ${'x'.repeat(60)},`);
      expect(greet('Asha\r\nRao')).toBe('Hello Asha Rao,');
      expect(greet('Ravi S/o Mohan')).toBe('Hello Ravi S/o Mohan,');
      // A dot between letters may become a link.
      expect(greet('K.Ramesh')).toBe('Hello K. Ramesh,');
      for (const link of [
        'win at https://evil.example/x',
        'evil.example',
        'WWW.evil',
        'call us: 900',
        'a@evil.example',
        '10.0.0.1.nip.io',
      ])
        expect(greet(link)).toBe('Hello,');
    },
  );

  it('has no encoded word in a header that it did not write', () => {
    const { subject } = render('contact-message', { subject: '=?utf-8?Q?Bank=0D=0ABcc:_x?= question' });
    expect(subject).toBe('Vidhi & Sons, contact: = ?utf-8?Q?Bank=0D=0ABcc:_x?= question');
  });

  it('keeps the lines of a contact message', () => {
    const { html, text } = render('contact-message');
    expect(html).toContain('First line<br>Second line');
    expect(text).toContain('First line\nSecond line');
    expect(render('contact-message').subject).toBe('Vidhi & Sons, contact: A question');
  });

  it('writes times as in India', () => {
    expect(render('password-changed-notice').text).toContain('1 March 2026');
    expect(render('password-changed-notice').text).toContain('12:00');
  });
});

describe('the mails of a purchase', () => {
  it('have the subjects that clients know', () => {
    expect(render('order-confirmed').subject).toBe('Order Confirmed');
    expect(render('payment-notification').subject).toBe('Payment Notification');
  });

  it('list items and amounts that add up: their sum, less the discount, with shipping, is the total', () => {
    const { text } = render('order-confirmed');
    expect(text).toMatch(/^Limitation & Evidence +2 +₹450\.00 +₹900\.00$/m);
    expect(text).toMatch(/^Evidence +1 +₹1,200\.50 +₹1,200\.50$/m);
    // The total comes last: below it, another amount reads as another total.
    expect(text).toContain('Sum of item prices: ₹1,605.50 (one copy of each, less the discount)\nBooks:');
    expect(text).toContain('Books: ₹2,100.50\nDiscount: ₹90.00\nShipping: ₹100.00\nTotal: ₹2,110.50');
  });

  it('write the time of the order in en-US, as in India, and the addresses in lines', () => {
    const { text, html } = render('order-confirmed');
    expect(text).toContain('Date: Mar 01, 2026, 12:00:00 PM');
    expect(text).toContain('Billing address:\n  Asha Rao\n  1 High Court Road, 400001\n  9000000000');
    expect(html).toContain('Asha Rao<br>1 High Court Road, 400001<br>9000000000');
    expect(text).not.toContain('Shipping address');
  });

  it('ask the buyer for the address of an order that has none, and tell the seller', () => {
    const text = (name: string, shipping: unknown) => render(name, { shipping }).text.replaceAll(/\s+/g, ' ');
    expect(text('order-confirmed', null)).toContain(
      `We will send your books after that. Give the delivery address: ${LINK}`,
    );
    expect(text('new-order-notice', null)).toContain('It has no delivery address yet');
    const address = {
      name: 'Asha Rao',
      phone: '9000000000',
      email: 'asha@example.in',
      address: '1 High Court Road',
      landmark: 'near the museum',
      city: 'Mumbai',
      state: 'Maharashtra',
      pincode: '400001',
    };
    for (const name of ['order-confirmed', 'new-order-notice']) {
      expect(text(name, address)).not.toContain('delivery address');
      expect(text(name, address)).toContain(
        '1 High Court Road, near the museum, Mumbai, Maharashtra, 400001 9000000000',
      );
    }
  });

  it.each([
    ['no-copies', 'a book was sold out before the payment arrived.'],
    ['bought-before', 'the same cart was already paid for.'],
  ])('tell why a payment is refunded: %s', (cancelledFor, why) => {
    const { subject, text } = render('payment-refunded', { cancelledFor });
    expect(subject).toBe('Payment Refunded');
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain(`could not place your order: ${why}`);
    expect(words).toContain('The full amount of ₹2,110.50 is being refunded');
    expect(text).toContain('Payment: pay_1');
  });

  it.each(['order-confirmed', 'payment-refunded', 'order-cancelled', 'order-shipped'])(
    '%s has the order number, the address for help, and the link to the page of the order',
    (name) => {
      const { text, html } = render(name);
      expect(text).toContain('Order number: 7KM3QX9TRA');
      expect(text).toContain(`See your order:\n${LINK}`);
      expect(text.replaceAll(/\s+/g, ' ')).toContain('Write to care@vidhi.example or call +91 20 1234 5678.');
      expect(html).toContain('https://vidhi.example/confirm?code=abc&amp;kind=1');
      expect(text).not.toContain('Returns and refunds');
    },
  );

  it('link to the conditions of the shop for which the site has pages', () => {
    const policies = [
      { label: 'Returns and refunds', url: 'https://vidhi.example/return-policy' },
      { label: 'Shipping', url: 'https://vidhi.example/shipping-policy' },
    ];
    const template = MAIL_TEMPLATES.get('order-confirmed');
    const content = template?.({ ...input(), site: { ...SITE, policies } });
    expect(content?.blocks.slice(-2)).toEqual(
      policies.map(({ label, url }) => ({ kind: 'small-link', text: label, link: url })),
    );
  });

  it('tell what was shipped when, and what is still to come', () => {
    const { subject, text } = render('order-shipped');
    expect(subject).toBe('Shipped: your order 7KM3QX9TRA');
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain(
      'Limitation & Evidence (2 copies) of your order 7KM3QX9TRA were shipped on 2 March 2026.',
    );
    expect(words).toContain('Still to be shipped: Evidence.');
  });

  it('tell of a parcel what is in it, and how to follow it', () => {
    const number = 'EX123456789IN';
    const url = `https://carrier.example/track?number=${number}&lang=en`;
    const shipments = [{ id: 2, carrier: 'India Post', number, url, lineIds: [31, 32], day: '2026-03-03' }];
    const { text, html } = render('order-shipped', { parcel: 2, shipments });
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain('were shipped on 3 March 2026.');
    expect(words).toContain(`Carrier: India Post Tracking number: ${number}`);
    expect(words).toContain(`Track your parcel: ${url}`);
    expect(html).toContain('https://carrier.example/track?number=EX123456789IN&amp;lang=en');
  });

  it('tell of a cancelled order that it is refunded', () => {
    const { subject, text } = render('order-cancelled', { cancelledFor: 'staff' });
    expect(subject).toBe('Cancelled, refunded: your order 7KM3QX9TRA');
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain('has cancelled your order 7KM3QX9TRA. It will not be sent.');
    expect(words).toContain('The full amount of ₹2,110.50 is being refunded');
  });

  it('tell of a refund what went back, now and in all', () => {
    const { subject, text } = render('order-refunded');
    expect(subject).toBe('Refunded: ₹500.00 of your order 7KM3QX9TRA');
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain(
      'The rest of your order stays as it is. ₹700.00 of ₹2,110.50 have been refunded so far.',
    );
    const all = render('order-refunded', { refund: { amountPaise: 50_000, returnedPaise: 211_050 } });
    expect(all.text.replaceAll(/\s+/g, ' ')).toContain('Your payment has been refunded in full.');
  });

  it.each([
    ['open', 'disputes ₹600.00 of a payment. Please answer'],
    ['won', 'A dispute of ₹600.00 has ended, and the money stays'],
    ['lost', 'A dispute of ₹600.00 was lost'],
  ])('tell staff of a dispute that is %s', (status, words) => {
    const { text } = render('payment-disputed', {
      dispute: { id: 'disp_1', status },
      disputes: [{ id: 'disp_1', amountPaise: 60_000, status }],
    });
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  it('name the buyer to the site alone', () => {
    expect(render('payment-notification').text).toContain('Email: asha@example.in\nAccount: 7');
    expect(render('order-confirmed').text).not.toContain('asha@example.in');
  });
});

describe('a table in a mail', () => {
  it('is aligned in the text part and escaped in the HTML part', () => {
    const { html, text } = renderMail(
      readLayout(),
      {
        subject: 'Order',
        blocks: [
          {
            kind: 'table',
            rows: [
              ['Item', 'Price'],
              ['Law & Order', '1,000.00'],
              ['Tax', '20.00'],
            ],
          },
        ],
      },
      SITE,
    );
    expect(text).toContain('Item            Price\nLaw & Order  1,000.00\nTax             20.00');
    expect(html).toContain('Law &amp; Order');
    expect(html.match(/<th /g)).toHaveLength(2);
  });

  it('has the first cell above the others, so that a phone shows titles and amounts whole', () => {
    const { html } = render('order-confirmed');
    const rowOf = (row: string) =>
      [...row.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, text = '']) => text.trim()).filter(Boolean);
    const rows = html.split('</tr>').map(rowOf);
    const header = rows.findIndex(([first]) => first === 'Item');
    expect(rows.slice(header, header + 4)).toEqual([
      ['Item'],
      ['Quantity', 'Price', 'Amount'],
      ['Limitation &amp; Evidence'],
      ['2', '₹450.00', '₹900.00'],
    ]);
    expect(html).toMatch(/<td colspan="3" style="[^"]*">Limitation/);
  });
});

describe('a mail in a narrow or dark window', () => {
  it('breaks no line between a currency and its amount, nor before AM and PM', () => {
    const { html } = render('order-refunded');
    expect(html).toContain('₹700.00 of ₹2,110.50 have been refunded');
    expect(html).toContain('12:00:00&nbsp;PM');
  });

  it.each(names)('has dark colours for every text of %s', (name) => {
    const { html } = render(name);
    expect(html).toContain('<meta name="color-scheme" content="light dark" />');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    // Cells with text have a class with a dark colour; those of buttons are white on red in both schemes.
    const cells = html.match(/<td\s+align="left"[^>]*>\s*<(?:div|table\s+cellpadding)/g) ?? [];
    expect(cells.length).toBeGreaterThan(2);
    for (const cell of cells) expect(cell).toMatch(/class="(?:brand|words|small|rows)"|<table\s+border/);
  });
});
