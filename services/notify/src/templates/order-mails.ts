import { Value } from 'typebox/value';
import type { Cancellation } from '@vidhi/contracts/purchases.ts';
import type { MailBlock, MailTemplate } from './mail-content.ts';
import {
  PurchaseValues,
  addressRequest,
  amountBlocks,
  deskEnd,
  orderEnd,
  orderFacts,
  orderName,
  shopText,
  rupees,
} from './order-blocks.ts';
import { formatDay, greetingOf, linkOf } from './template-values.ts';

const buyerFacts = ({ buyer, userId }: PurchaseValues): MailBlock => ({
  kind: 'facts',
  facts: [
    ['Buyer', buyer?.name ?? ''],
    ['Email', buyer?.address ?? ''],
    ['Account', userId === null ? '' : String(userId)],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [[name, value] as const])),
});

const orderConfirmed: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(PurchaseValues, values);
  return {
    subject: 'Order Confirmed',
    blocks: [
      { kind: 'heading', text: 'Order Confirmed' },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      {
        kind: 'paragraph',
        text: `Thank you for your purchase at ${site.name}. Your payment has been received.`,
      },
      ...shopText(order, 'confirmed'),
      ...addressRequest(order, link),
      orderFacts(order),
      ...amountBlocks(order),
      ...orderEnd(order, link, site),
    ],
  };
};

const paymentNotification: MailTemplate = ({ values, site }) => {
  const order = Value.Parse(PurchaseValues, values);
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

const newOrderNotice: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(PurchaseValues, values);
  return {
    subject: `New order at ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'New order' },
      { kind: 'paragraph', text: `There is a new order at ${site.name} to be dispatched.` },
      ...(order.shipping === null
        ? [
            {
              kind: 'paragraph',
              text: 'It has no delivery address yet. We have asked the buyer for it; please ship nothing until then.',
            } as const,
          ]
        : []),
      orderFacts(order),
      buyerFacts(order),
      ...amountBlocks(order),
      ...deskEnd(link),
    ],
  };
};

/** To the site, when the buyer of an order without an address has given it. */
const orderAddressGiven: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(PurchaseValues, values);
  return {
    subject: `Delivery address of order ${orderName(order)} at ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'Delivery address given' },
      {
        kind: 'paragraph',
        text: `The buyer of order ${orderName(order)}, which was made without an address, has given it. The order can be dispatched now.`,
      },
      orderFacts(order),
      buyerFacts(order),
      ...amountBlocks(order),
      ...deskEnd(link),
    ],
  };
};

const WHY: Record<Cancellation, string> = {
  'no-copies': 'a book was sold out before the payment arrived',
  'bought-before': 'the same cart was already paid for',
  staff: 'it was cancelled',
  'link-cancelled': 'the shop had cancelled its payment link before',
  refunded: 'it was refunded before it became an order',
};

const refundParagraph = ({ totalPaise, paidBy }: PurchaseValues): MailBlock => ({
  kind: 'paragraph',
  text:
    paidBy === undefined
      ? `The full amount of ${rupees(totalPaise)} is being refunded to your original payment method. It may take a few working days to appear in your account.`
      : `The shop will return the full amount of ${rupees(totalPaise)} to you, the same way you paid.`,
});

const paymentRefunded: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(PurchaseValues, values);
  return {
    subject: 'Payment Refunded',
    blocks: [
      { kind: 'heading', text: 'Payment Refunded' },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      {
        kind: 'paragraph',
        text: `We have received your payment at ${site.name}, but could not place your order: ${WHY[order.cancelledFor ?? 'no-copies']}.`,
      },
      refundParagraph(order),
      ...shopText(order, 'refunded'),
      orderFacts(order),
      ...amountBlocks(order),
      ...orderEnd(order, link, site),
    ],
  };
};

const orderCancelled: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(PurchaseValues, values);
  return {
    subject: `Cancelled, refunded: your order ${orderName(order)}`,
    blocks: [
      { kind: 'heading', text: 'Cancelled, refunded' },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      {
        kind: 'paragraph',
        text: `${site.name} has cancelled your order ${orderName(order)}. It will not be sent.`,
      },
      refundParagraph(order),
      ...shopText(order, 'refunded'),
      orderFacts(order),
      ...amountBlocks(order),
      ...orderEnd(order, link, site),
    ],
  };
};

type Parcel = NonNullable<PurchaseValues['shipments']>[number];
interface SentLine {
  title: string;
  copies: number;
}

/** Returns the copies of a line that are sent: those that were refunded before are not, those that were later are. */
const sentLine = (
  { id, title, quantity, cancelledCopies = 0 }: PurchaseValues['lines'][number],
  parcel: Parcel | null,
): SentLine => ({
  title,
  copies: parcel?.copies?.find((one) => one.id === id)?.copies ?? quantity - cancelledCopies,
});

const copiesOf = ({ title, copies }: SentLine): string =>
  `${title} (${copies === 1 ? '1 copy' : `${copies} copies`})`;

/** Returns the lines that a mail about shipping is about, with their day and, in a parcel, how to follow it. */
function shippingOf({ lines, shippedLine, parcel: number, shipments = [] }: PurchaseValues) {
  const parcel = shipments.find(({ id }) => id === number);
  if (parcel !== undefined)
    return { parcel, day: parcel.day, shipped: lines.filter(({ id = 0 }) => parcel.lineIds.includes(id)) };
  const shipped = lines.filter(({ id }) => id !== undefined && id === shippedLine);
  return { parcel: null, day: shipped[0]?.shippingDate, shipped };
}

const orderShipped: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(PurchaseValues, values);
  const { parcel, day, shipped: lines } = shippingOf(order);
  const shipped = lines.map((line) => sentLine(line, parcel));
  if (shipped.length === 0) throw new Error('the mail needs the line that was shipped');
  const others = order.lines.filter((line) => !line.shippingDate && line.isCancelled !== true);
  const isOne = shipped.length === 1 && shipped.every(({ copies }) => copies === 1);
  return {
    subject: `Shipped: your order ${orderName(order)}`,
    blocks: [
      { kind: 'heading', text: 'Shipped' },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      {
        kind: 'paragraph',
        text: `${shipped.map(copiesOf).join(', ')} of your order ${orderName(order)} ${isOne ? 'was' : 'were'} shipped on ${formatDay(day)}.`,
      },
      ...(parcel === null
        ? []
        : [
            {
              kind: 'facts',
              facts: [
                ['Carrier', parcel.carrier],
                ...(parcel.number === null ? [] : [['Tracking number', parcel.number] as const]),
              ],
            } as const,
          ]),
      ...(parcel === null || parcel.url === null
        ? []
        : [{ kind: 'button', text: 'Track your parcel', link: linkOf(parcel.url) } as const]),
      ...(others.length === 0
        ? []
        : [
            {
              kind: 'paragraph',
              text: `Still to be shipped: ${others.map(({ title }) => title).join(', ')}.`,
            } as const,
          ]),
      ...shopText(order, 'shipped'),
      orderFacts(order),
      ...amountBlocks(order),
      ...orderEnd(order, link, site),
    ],
  };
};

/** Mails of a purchase; their values are `PurchaseValues`. */
export const ORDER_MAILS = {
  'order-confirmed': orderConfirmed,
  'payment-notification': paymentNotification,
  'new-order-notice': newOrderNotice,
  'order-address-given': orderAddressGiven,
  'payment-refunded': paymentRefunded,
  'order-cancelled': orderCancelled,
  'order-shipped': orderShipped,
} as const satisfies Record<string, MailTemplate>;
