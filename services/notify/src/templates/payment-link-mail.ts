import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { PaymentLinkDetails } from '@vidhi/contracts/payment-links.ts';
import { PricedLine } from '@vidhi/contracts/purchases.ts';
import type { MailTemplate } from './mail-content.ts';
import { addressText, rupees } from './order-blocks.ts';
import { formatTime, greetingOf, linkOf } from './template-values.ts';

const LinkValues = Type.Intersect([
  Type.Pick(PaymentLinkDetails, ['billing', 'shipping', 'shippingPaise', 'totalPaise', 'expiresAt', 'help']),
  Type.Object({ lines: Type.Array(Type.Pick(PricedLine, ['title', 'quantity', 'unitPaise'])) }),
]);

/** The link of an order that staff have written down, to the buyer who is to pay it. */
export const paymentLink: MailTemplate = ({ values, link, site }) => {
  const { billing, shipping, lines, shippingPaise, totalPaise, expiresAt, help } = Value.Parse(
    LinkValues,
    values,
  );
  const until = formatTime(expiresAt);
  return {
    subject: `Your order at ${site.name}: please pay ${rupees(totalPaise)}`,
    blocks: [
      { kind: 'heading', text: 'Please pay for your order' },
      { kind: 'paragraph', text: greetingOf(billing?.name) },
      {
        kind: 'paragraph',
        text: `We have noted your order at ${site.name}. Please check it and pay on our page by ${until}. We are holding the books for you until then.`,
      },
      { kind: 'button', text: `Check the order and pay ${rupees(totalPaise)}`, link: linkOf(link) },
      {
        kind: 'table',
        rows: [
          ['Item', 'Copies', 'Price', 'Amount'],
          ...lines.map(({ title, quantity, unitPaise }) => [
            title,
            String(quantity),
            rupees(unitPaise),
            rupees(unitPaise * quantity),
          ]),
        ],
      },
      {
        kind: 'amounts',
        total: 'Total',
        facts: [
          ['Shipping', rupees(shippingPaise)],
          ['Total', rupees(totalPaise)],
        ],
      },
      ...(shipping === null
        ? []
        : [{ kind: 'facts' as const, facts: [['Delivery address', addressText(shipping)] as const] }]),
      {
        kind: 'paragraph',
        text: `If something is wrong, or you did not order this, please do not pay. Write to ${help.email} or call ${help.phone}.`,
      },
    ],
  };
};
