import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { MailBlock, MailTemplate } from './mail-content.ts';
import { PurchaseValues, deskEnd, orderEnd, orderFacts, orderName } from './order-blocks.ts';
import { greetingOf } from './template-values.ts';

const RequestValues = Type.Intersect([PurchaseValues, Type.Object({ request: Type.Integer() })]);
type RequestValues = Static<typeof RequestValues>;

const NAMES = { cancel: 'cancellation', return: 'return' } as const;

function requestOf({ requests = [], request }: RequestValues) {
  const found = requests.find(({ id }) => id === request);
  if (found === undefined) throw new Error('the request of the mail is missing');
  return found;
}

/** The copies that a request is about, and its reason. */
function requestBlocks(order: RequestValues): MailBlock[] {
  const { lines, reason } = requestOf(order);
  return [
    {
      kind: 'table',
      rows: [
        ['Item', 'Copies'],
        ...lines.map(({ id, copies }) => [
          order.lines.find((line) => line.id === id)?.title ?? '',
          String(copies),
        ]),
      ],
    },
    { kind: 'facts', facts: [['Reason', reason]] },
  ];
}

const requestReceived: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(RequestValues, values);
  const what = NAMES[requestOf(order).kind];
  return {
    subject: `We have received your request: ${what} of order ${orderName(order)}`,
    blocks: [
      { kind: 'heading', text: `Your request for a ${what}` },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      {
        kind: 'paragraph',
        text: `We have received your request for a ${what}. We will look at it and write to you once we have decided. Until then, nothing changes.`,
      },
      ...requestBlocks(order),
      orderFacts(order),
      ...orderEnd(order, link, site),
    ],
  };
};

const requestNotice: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(RequestValues, values);
  const what = NAMES[requestOf(order).kind];
  return {
    subject: `Request at ${site.name}: ${what} of order ${orderName(order)}`,
    blocks: [
      { kind: 'heading', text: `Request for a ${what}` },
      {
        kind: 'paragraph',
        text: `The buyer of order ${orderName(order)} asks for a ${what}. Please accept or decline it on the page of the order.`,
      },
      ...requestBlocks(order),
      ...deskEnd(link),
      orderFacts(order),
    ],
  };
};

const DECIDED = {
  cancel: {
    accepted:
      'Your cancellation is accepted. We will not send the books, and will refund what you paid for them. You will get a mail when that is done.',
    declined: 'We could not cancel this part of your order.',
  },
  return: {
    accepted:
      'Your return is accepted. Please send the books to the address below, with the order number on a slip of paper. You will get your money back once they reach us.',
    declined: 'We could not accept this return.',
  },
} as const;

const requestDecided: MailTemplate = ({ values, link, site }) => {
  const order = Value.Parse(RequestValues, values);
  const { kind, state, reply } = requestOf(order);
  const isAccepted = state === 'accepted';
  const what = NAMES[kind];
  const address = isAccepted && kind === 'return' ? order.returnAddress : undefined;
  return {
    subject: `${isAccepted ? 'Accepted' : 'Declined'}: ${what} of your order ${orderName(order)}`,
    blocks: [
      { kind: 'heading', text: `Your ${what} is ${isAccepted ? 'accepted' : 'declined'}` },
      { kind: 'paragraph', text: greetingOf(order.buyer?.name) },
      { kind: 'paragraph', text: DECIDED[kind][isAccepted ? 'accepted' : 'declined'] },
      ...(reply === null || reply === '' ? [] : [{ kind: 'paragraph', text: reply } as const]),
      ...(address === undefined ? [] : [{ kind: 'facts', facts: [['Send the books to', address]] } as const]),
      ...requestBlocks(order),
      orderFacts(order),
      ...orderEnd(order, link, site),
    ],
  };
};

/** Mails about a request of a buyer to cancel or return books. */
export const REQUEST_MAILS = {
  'request-received': requestReceived,
  'request-notice': requestNotice,
  'request-decided': requestDecided,
} as const satisfies Record<string, MailTemplate>;
