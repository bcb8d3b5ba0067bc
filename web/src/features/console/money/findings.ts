import { formatPaise } from '#shared/catalogue/money.ts';
import { formatMoment } from '#shared/text/dates.ts';
import type { Findings, ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';

type Difference =
  | keyof Pick<ReconciliationReport, 'moneyWithoutOrder' | 'orderWithoutMoney' | 'refundsDiffer'>
  | keyof Pick<
      ReconciliationReport['payments'],
      'unmatchedPayments' | 'unmatchedEvents' | 'failedRefunds' | 'openDisputes'
    >;

interface Advice {
  title: string;
  /** Instructions for staff. */
  advice: string;
  /** Kind of document whose ids are found. */
  ids: 'purchase' | 'checkout' | 'payment' | 'webhook';
  /** Whether the repair can remove it. */
  isRepaired: boolean;
  /** Action that removes an examined difference from the list; null where there is none. */
  dismissal: Dismissal | null;
}

/** Texts of leaving a finding out. */
export interface Dismissal {
  /** Text of the button. */
  label: string;
  /** Effect, as the dialog describes it. */
  text: string;
  /** Notice of what was done. */
  done: string;
}

const LEAVE_OUT: Dismissal = {
  label: 'Leave out',
  text: 'It is not shown as a difference any more. Nothing changes at the provider.',
  done: 'It is left out.',
};

/** One difference as the page shows it; the webhooks about one payment are one. */
interface FindingEntry {
  /** By which it is opened, applied or left out. */
  id: string;
  /** Texts about it for people; empty where nothing is known. */
  about: string;
}

/** A kind of difference that there is, and which ones. */
export interface FindingKind extends Advice {
  key: Difference;
  findings: Findings;
  entries: FindingEntry[];
}

/** Advice of the page for each kind of difference, in the order in which they are to be looked at. */
const ADVICE_BY_DIFFERENCE: Readonly<Record<Difference, Advice>> = {
  moneyWithoutOrder: {
    title: 'Paid, and no order',
    advice:
      'Press Repair: it makes the missing order, with bill and mails. If it stays, its books may have been sold out meanwhile; the payment is then refunded by itself.',
    ids: 'checkout',
    isRepaired: true,
    dismissal: null,
  },
  orderWithoutMoney: {
    title: 'Order without a payment',
    advice:
      'Do not ship it. Look for its payment at the provider. This happens after a backup was restored: press Repair, which reads the payments of the last days.',
    ids: 'purchase',
    isRepaired: true,
    dismissal: null,
  },
  refundsDiffer: {
    title: 'Refunds that differ from the provider',
    advice: 'Press Repair: it takes over what the provider has returned, and makes the missing credit notes.',
    ids: 'purchase',
    isRepaired: true,
    dismissal: null,
  },
  unmatchedPayments: {
    title: 'Payments at the provider that belong to no order',
    advice:
      'Another site or a payment link of the same account may have them: then leave them out, with the reason. If a buyer of this shop waits, apply the payment again.',
    ids: 'payment',
    isRepaired: false,
    dismissal: LEAVE_OUT,
  },
  unmatchedEvents: {
    title: 'Messages of the provider about unknown orders',
    advice:
      'The same account may serve another site. Look the payment up at the provider, and leave it out with the reason.',
    ids: 'webhook',
    isRepaired: false,
    dismissal: LEAVE_OUT,
  },
  failedRefunds: {
    title: 'Refunds that the provider has rejected',
    advice:
      'Often the balance at the provider is too low: top it up, then press Repair, which tries them once more. If the account of the buyer is closed, pay the money back another way, and say how here.',
    ids: 'checkout',
    isRepaired: true,
    dismissal: {
      label: 'Paid back another way',
      text: 'Say how and when, for example by bank transfer with its number. It is not tried at the provider any more, and its buyer sees it as refunded.',
      done: 'Noted: it is not tried at the provider any more.',
    },
  },
  openDisputes: {
    title: 'Open disputes',
    advice:
      'The bank of the buyer asks for proof. Respond at the provider before its date; tracking number and delivery are on the page of the order.',
    ids: 'checkout',
    isRepaired: false,
    dismissal: null,
  },
};
const DIFFERENCES = Object.keys(ADVICE_BY_DIFFERENCE) as Difference[];

/** Returns what differs, in the order in which it is to be looked at; nothing where all fits. */
export function findingsOf(report: ReconciliationReport): FindingKind[] {
  const found = { ...report.payments, ...report };
  return DIFFERENCES.map((key) => ({
    key,
    ...ADVICE_BY_DIFFERENCE[key],
    findings: found[key],
    entries: entriesOf(found[key]),
  })).filter(({ findings }) => findings.count > 0);
}

/** Returns the differences of a kind, with what is known of each. */
function entriesOf({ ids, details = [] }: Findings): FindingEntry[] {
  const known = new Map(details.map((one) => [one.id, one]));
  const groups = Map.groupBy(ids, (id) => known.get(id)?.paymentId ?? id);
  return [...groups].map(([id, members]) => {
    const of = members.flatMap((member) => known.get(member) ?? []);
    const amount = of.find(({ amountPaise }) => amountPaise !== null)?.amountPaise ?? null;
    const names = [...new Set(of.flatMap(({ name }) => name ?? []))];
    const [first] = of;
    return {
      id,
      about: [
        ...(amount === null ? [] : [formatPaise(amount)]),
        ...(first === undefined ? [] : [formatMoment(first.at)]),
        ...names,
      ].join(', '),
    };
  });
}

const MINUTE = 60;

/** Returns what is late, with what to do about it. */
export function delaysOf({ outboxSeconds, payments, mails }: ReconciliationReport): string[] {
  const oldest = Math.round(Math.max(outboxSeconds, payments.outboxSeconds) / MINUTE);
  return [
    ...(oldest >= 5
      ? [
          `A message between the services has waited for ${oldest} minutes. Press Repair; if it stays, tell the operator.`,
        ]
      : []),
    ...((mails?.dead ?? 0) > 0
      ? [`${mails?.dead} mails could not be sent. Open the order, look at its mails, and press Send again.`]
      : []),
    ...(mails !== null && mails.oldestPendingSeconds >= 15 * MINUTE
      ? [
          `${mails.pending} mails wait, the oldest for ${Math.round(mails.oldestPendingSeconds / MINUTE)} minutes. Tell the operator that the mail server does not accept them.`,
        ]
      : []),
  ];
}
