import { Value } from 'typebox/value';
import { Type, type Static } from 'typebox';
import { PurchaseDetails, UserContact, type Address, type Cancellation } from '@vidhi/contracts/purchases.ts';
import type { MailBlock, MailTemplate } from './mail-content.ts';
import { formatOrderTime, greetingOf } from './template-values.ts';

const Values = Type.Intersect([
  PurchaseDetails,
  Type.Object({ buyer: Type.Union([UserContact, Type.Null()]) }),
]);
type PurchaseValues = Static<typeof Values>;

/** Returns an amount as mails print it: `Rs. 1,234.50`. */
const rupees = (paise: number): string =>
  `Rs. ${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const addressText = ({ name, address, pincode, phone }: Address): string =>
  [name, `${address}, ${pincode}`, phone].join('\n');

/**
 * Creates the blocks of lines and amounts of an order. The sum of the item prices excludes quantity and shipping, as in
 * mails of the former site.
 */
function amountBlocks({ lines, shippingPaise, totalPaise }: PurchaseValues): MailBlock[] {
  const list = sum(lines.map(({ listPaise, quantity }) => listPaise * quantity));
  const paid = sum(lines.map(({ unitPaise, quantity }) => unitPaise * quantity));
  const itemPrices = sum(lines.map(({ unitPaise }) => unitPaise));
  return [
    {
      kind: 'table',
      rows: [
        ['Item', 'Quantity', 'Price', 'Amount'],
        ...lines.map(({ title, quantity, listPaise }) => [
          title,
          String(quantity),
          rupees(listPaise),
          rupees(listPaise * quantity),
        ]),
      ],
    },
    {
      kind: 'facts',
      facts: [
        ['Discount', rupees(list - paid)],
        ['Shipping', rupees(shippingPaise)],
        ['Total', rupees(totalPaise)],
        ['Sum of item prices', rupees(itemPrices)],
      ],
    },
  ];
}

function orderFacts(values: PurchaseValues): MailBlock {
  const { orderId, paymentId, createdAt, billing, shipping } = values;
  return {
    kind: 'facts',
    facts: [
      ['Order', orderId],
      ['Payment', paymentId],
      ['Date', formatOrderTime(createdAt)],
      ...(billing === null ? [] : [['Billing address', addressText(billing)] as const]),
      ...(shipping === null ? [] : [['Shipping address', addressText(shipping)] as const]),
    ],
  };
}

const buyerFacts = ({ buyer, userId }: PurchaseValues): MailBlock => ({
  kind: 'facts',
  facts: [
    ['Buyer', buyer?.name ?? ''],
    ['E-mail', buyer?.address ?? ''],
    ['Account', userId === null ? '' : String(userId)],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [[name, value] as const])),
});

const orderConfirmed: MailTemplate = ({ values, site }) => {
  const order = Value.Parse(Values, values);
  return {
    subject: 'Order Confirmed',
    blocks: [
      { kind: 'heading', text: 'Order Confirmed' },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      {
        kind: 'paragraph',
        text: `Thank you for your purchase at ${site.name}. Your payment has been received.`,
      },
      orderFacts(order),
      ...amountBlocks(order),
    ],
  };
};

const paymentNotification: MailTemplate = ({ values, site }) => {
  const order = Value.Parse(Values, values);
  return {
    subject: 'Payment Notification',
    blocks: [
      { kind: 'heading', text: 'Payment Notification' },
      { kind: 'paragraph', text: `A payment was received at ${site.name}.` },
      orderFacts(order),
      buyerFacts(order),
      ...amountBlocks(order),
    ],
  };
};

const newOrderNotice: MailTemplate = ({ values, site }) => {
  const order = Value.Parse(Values, values);
  return {
    subject: `New order at ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'New order' },
      { kind: 'paragraph', text: `There is a new order at ${site.name} to be dispatched.` },
      orderFacts(order),
      buyerFacts(order),
      ...amountBlocks(order),
    ],
  };
};

const WHY: Record<Cancellation, string> = {
  'no-copies': 'a book was sold out before the payment arrived',
  'bought-before': 'the same cart was already paid for',
  staff: 'it was cancelled',
};

const paymentRefunded: MailTemplate = ({ values, site }) => {
  const order = Value.Parse(Values, values);
  const name = order.buyer?.name ?? '';
  return {
    subject: 'Payment Refunded',
    blocks: [
      { kind: 'heading', text: 'Payment Refunded' },
      { kind: 'paragraph', text: name === '' ? 'Hello,' : `Hello ${name},` },
      {
        kind: 'paragraph',
        text: `Your payment at ${site.name} has been received, but there is no order for it: ${WHY[order.cancelledFor ?? 'no-copies']}.`,
      },
      {
        kind: 'paragraph',
        text: `The full amount of ${rupees(order.totalPaise)} goes back the way it was paid. Banks take some working days for it.`,
      },
      orderFacts(order),
      ...amountBlocks(order),
    ],
  };
};

/** Mails of a purchase; their values are `PurchaseDetails` and the buyer. */
export const ORDER_MAILS = {
  'order-confirmed': orderConfirmed,
  'payment-notification': paymentNotification,
  'new-order-notice': newOrderNotice,
  'payment-refunded': paymentRefunded,
} as const satisfies Record<string, MailTemplate>;
