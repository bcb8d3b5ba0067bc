import { Value } from 'typebox/value';
import { Type } from 'typebox';
import type { DisputeStatus } from '@vidhi/contracts/purchases.ts';
import type { MailTemplate } from './mail-content.ts';
import {
  PurchaseValues,
  amountBlocks,
  deskEnd,
  orderEnd,
  orderFacts,
  orderName,
  rupees,
  shopText,
} from './order-blocks.ts';
import { greetingOf } from './template-values.ts';

const RefundValues = Type.Intersect([
  PurchaseValues,
  Type.Object({ refund: Type.Object({ amountPaise: Type.Integer(), returnedPaise: Type.Integer() }) }),
]);
const DisputeValues = Type.Intersect([
  PurchaseValues,
  Type.Object({ dispute: Type.Object({ id: Type.String(), status: Type.String() }) }),
]);

const orderRefunded: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(RefundValues, values);
  const { refund, totalPaise } = order;
  const isAll = refund.returnedPaise >= totalPaise;
  return {
    subject: `Refunded: ${rupees(refund.amountPaise)} of your order ${orderName(order)}`,
    blocks: [
      { kind: 'heading', text: 'Refunded' },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      {
        kind: 'paragraph',
        text:
          order.paidBy === undefined
            ? `${rupees(refund.amountPaise)} of your payment at ${site.name} for the order ${orderName(order)} was refunded to your original payment method. It may take a few working days to appear in your account.`
            : `${site.name} will return ${rupees(refund.amountPaise)} of your payment for the order ${orderName(order)} to you, the same way you paid.`,
      },
      {
        kind: 'paragraph',
        text: isAll
          ? 'Your payment has been refunded in full.'
          : `The rest of your order stays as it is. ${rupees(refund.returnedPaise)} of ${rupees(totalPaise)} have been refunded so far.`,
      },
      ...shopText(order, 'refunded'),
      orderFacts(order),
      ...amountBlocks(order),
      ...orderEnd(order, link, site),
    ],
  };
};

const WHAT: Record<DisputeStatus, (amount: string) => string> = {
  open: (amount) =>
    `The bank of a buyer disputes ${amount} of a payment. Please answer in the dashboard of the card provider, before the date that it shows there. Do not refund the disputed amount meanwhile, or it may go back twice.`,
  won: (amount) => `A dispute of ${amount} has ended, and the money stays with you.`,
  lost: (amount) =>
    `A dispute of ${amount} was lost: the bank has taken the money, and it is on a credit note. Please do not refund it again.`,
};

const paymentDisputed: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(DisputeValues, values);
  const { dispute, disputes = [], totalPaise } = order;
  const amountPaise = disputes.find(({ id }) => id === dispute.id)?.amountPaise ?? totalPaise;
  const what = dispute.status === 'won' || dispute.status === 'lost' ? WHAT[dispute.status] : WHAT.open;
  return {
    subject: `Payment disputed at ${site.name}: ${dispute.status}, order ${orderName(order)}`,
    blocks: [
      { kind: 'heading', text: 'Payment disputed' },
      { kind: 'paragraph', text: what(rupees(amountPaise)) },
      { kind: 'facts', facts: [['Dispute', dispute.id]] },
      orderFacts(order),
      ...amountBlocks(order),
      ...deskEnd(link),
    ],
  };
};

/** Mails about money of a purchase that goes back, or may. */
export const REFUND_MAILS = {
  'order-refunded': orderRefunded,
  'payment-disputed': paymentDisputed,
} as const satisfies Record<string, MailTemplate>;
