import { Type, type Static } from 'typebox';
import type { OrderMailKind } from '@vidhi/contracts/order-mail-texts.ts';
import { placeOf } from '@vidhi/contracts/postal-address.ts';
import { PurchaseDetails, UserContact, type Address } from '@vidhi/contracts/purchases.ts';
import type { MailBlock, SiteIdentity } from './mail-content.ts';
import { formatOrderTime, linkOf } from './template-values.ts';

/** Values of every mail about a purchase. */
export const PurchaseValues = Type.Intersect([
  PurchaseDetails,
  Type.Object({
    buyer: Type.Union([UserContact, Type.Null()]),
    /** Id of the line that a mail about its shipping is about. */
    shippedLine: Type.Optional(Type.Integer()),
    /** Number of the parcel that a mail about its shipping is about. */
    parcel: Type.Optional(Type.Integer()),
  }),
]);
export type PurchaseValues = Static<typeof PurchaseValues>;

/** Returns an amount as mails print it: `₹1,234.50`. */
export const rupees = (paise: number): string =>
  `₹${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const addressText = (address: Address): string =>
  [address.name, placeOf(address), address.phone].join('\n');

/** Returns the text of the shop for a kind of mail; nothing where it has none. */
export const shopText = ({ mailTexts = {} }: PurchaseValues, kind: OrderMailKind): MailBlock[] => {
  const text = mailTexts[kind]?.trim() ?? '';
  return text === '' ? [] : [{ kind: 'prose', text }];
};

/** Returns how a mail names its order: by the number, which older purchases may lack. */
export const orderName = ({
  purchaseNumber,
  orderId = '',
}: Pick<PurchaseValues, 'purchaseNumber' | 'orderId'>): string => purchaseNumber ?? orderId;

/**
 * Creates the blocks of lines and amounts of an order. The sum of the item prices is that of mails of the former site: one
 * discounted copy of each book. Where the books cost something else, it says so, and their own line follows: less the
 * discount, with shipping, it is the total.
 */
export function amountBlocks({ lines, shippingPaise, totalPaise }: PurchaseValues): MailBlock[] {
  const list = sum(lines.map(({ listPaise, quantity }) => listPaise * quantity));
  const paid = sum(lines.map(({ unitPaise, quantity }) => unitPaise * quantity));
  const itemPrices = sum(lines.map(({ unitPaise }) => unitPaise));
  const sums: [string, string][] =
    itemPrices === list
      ? [['Sum of item prices', rupees(list)]]
      : [
          ['Sum of item prices', `${rupees(itemPrices)} (one copy of each, less the discount)`],
          ['Books', rupees(list)],
        ];
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
      kind: 'amounts',
      total: 'Total',
      facts: [
        ...sums,
        ['Discount', rupees(list - paid)],
        ['Shipping', rupees(shippingPaise)],
        ['Total', rupees(totalPaise)],
      ],
    },
  ];
}

export function orderFacts(values: PurchaseValues): MailBlock {
  const { purchaseNumber, orderId, paymentId, paidBy, createdAt, billing, shipping } = values;
  return {
    kind: 'facts',
    facts: [
      ...(purchaseNumber === undefined ? [] : [['Order number', purchaseNumber] as const]),
      ...(orderId === undefined ? [] : [['Order', orderId] as const]),
      ...(paymentId === undefined ? [] : [['Payment', paymentId] as const]),
      ...(paidBy === undefined ? [] : [['Paid by', paidBy] as const]),
      ['Date', formatOrderTime(createdAt)],
      ...(billing === null ? [] : [['Billing address', addressText(billing)] as const]),
      ...(shipping === null ? [] : [['Shipping address', addressText(shipping)] as const]),
    ],
  };
}

/** Asks the buyer for the address of an order that was made without one; nothing for others. */
export const addressRequest = ({ shipping, paidBy }: PurchaseValues, link: string | null): MailBlock[] =>
  shipping !== null || link === null || paidBy !== undefined
    ? []
    : [
        {
          kind: 'paragraph',
          text: 'We do not have your delivery address yet. Please give it on the page of your order. We will send your books after that.',
        },
        { kind: 'button', text: 'Give the delivery address', link: linkOf(link) },
      ];

/** Creates the end of a mail to the shop about something that is to be done: the link to the order in the console. */
export const deskEnd = (link: string | null): MailBlock[] =>
  link === null ? [] : [{ kind: 'button', text: 'Open the order in the console', link: linkOf(link) }];

/**
 * Creates the end of every mail to a buyer: the link to the page of the order, the address for questions, and the
 * conditions of the shop once the site has pages about them.
 */
export function orderEnd({ help }: PurchaseValues, link: string | null, site: SiteIdentity): MailBlock[] {
  const { policies = [] } = site;
  return [
    ...(link === null ? [] : [{ kind: 'button', text: 'See your order', link: linkOf(link) } as const]),
    ...(help === undefined
      ? []
      : [
          {
            kind: 'paragraph',
            text: `Questions about your order? Write to ${help.email} or call ${help.phone}.`,
          } as const,
        ]),
    ...policies.map(({ label, url }) => ({ kind: 'small-link', text: label, link: url }) as const),
  ];
}
