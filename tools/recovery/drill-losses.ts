import type { ReconciliationReport } from '@vidhi/contracts/reconciliation.ts';

/** Services with a database, in the order of the drill: payments at last, whose findings stay until people act. */
export const DRILLED = ['notify', 'accounts', 'catalog', 'news', 'cart-orders', 'payments'] as const;
export type DrilledService = (typeof DRILLED)[number];

/** Findings after one service was restored. */
export interface DrillResult {
  service: DrilledService;
  downSeconds: number;
  /** Time from the start of the processes until `npm run reconcile` had nothing to do; null when something was left. */
  healedSeconds: number | null;
  /** Documents that were written after the backup and are lost, with the service that owned them. */
  lost: { name: string; owner: DrilledService }[];
  /** Violations: a number that was issued twice, a copy that differs, a finding of the reconciliation. */
  problems: string[];
}

/** Formats the findings of a reconciliation in one line; null when there are none. Ages do not count. */
export function findingsOf(report: ReconciliationReport): string | null {
  const { moneyWithoutOrder, orderWithoutMoney, refundsDiffer, payments, mails } = report;
  const counts = {
    'money without order': moneyWithoutOrder.count,
    'order without money': orderWithoutMoney.count,
    'refunds that differ from the provider': refundsDiffer.count,
    'webhooks of unknown orders': payments.unmatchedEvents.count,
    'payments of no checkout': payments.unmatchedPayments.count,
    'rejected refunds': payments.failedRefunds.count,
    'mails pending': mails?.pending ?? 0,
    'mails dead': mails?.dead ?? 0,
  };
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return found.length === 0 ? null : found.map(([name, count]) => `${count} ${name}`).join(', ');
}

interface Found {
  kind: string;
  subject: string;
  details: string;
}

/** Findings of the checks that no other service can mend, by the service that was restored. */
const KNOWN: Partial<Record<DrilledService, Readonly<Record<string, string>>>> = {
  notify: {
    'mail of nobody': 'the record of mails that were sent',
    'mails of an order': 'the record of mails that were sent',
  },
  'cart-orders': {
    'numbers of bills': 'the numbers of mailed bills: orders that are made again get new ones',
  },
  payments: {
    'one event': 'the events of checkouts that were restored from their orders',
    'payments without checkout': 'checkouts: their orders and payments are listed by the reconciliation',
    reconciliation: 'checkouts: their orders and payments are listed by the reconciliation',
    'payment without checkout': 'checkouts: their orders and payments are listed by the reconciliation',
    'order without checkout': 'checkouts: their orders and payments are listed by the reconciliation',
  },
};

/** Classifies a finding after this service was restored: a loss with its name, or a problem. */
export function judge(
  service: DrilledService,
  { kind, subject, details }: Found,
): { lost?: string; problem?: string } {
  const lost = KNOWN[service]?.[kind];
  return lost === undefined ? { problem: `${kind}: ${subject}: ${details}` } : { lost };
}

/** Only the restored service may lose, and only what no other service knows. */
export function unexpectedOf({ service, lost, problems }: DrillResult): string[] {
  return [
    ...problems,
    ...lost.flatMap(({ name, owner }) => (owner === service ? [] : [`${name} of ${owner} is lost`])),
  ];
}

const seconds = (value: number | null): string => (value === null ? 'never' : value.toFixed(1));

/** Returns a table in Markdown. */
export function tableOf(results: readonly DrillResult[]): string {
  return [
    '| Restored | Seconds down | Seconds to healed | Lost for ever | Wrong |',
    '|---|---|---|---|---|',
    ...results.map((result) => {
      const { service, downSeconds, healedSeconds, lost } = result;
      const names = [...new Set(lost.map(({ name }) => name))].join(', ') || 'nothing';
      const wrong = unexpectedOf(result).join('; ') || 'nothing';
      return `| ${service} | ${seconds(downSeconds)} | ${seconds(healedSeconds)} | ${names} | ${wrong} |`;
    }),
  ].join('\n');
}
