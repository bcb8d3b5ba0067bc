import { parseArgs } from 'node:util';
import { Value } from 'typebox/value';
import { ReconciliationReport, type Findings } from '@vidhi/contracts/reconciliation.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import { findSite, requestService } from '@vidhi/service-kit/site-command.ts';

// `npm run reconcile [-- --repair] [--json] [--dismiss ID] [--republish-since TIME]`: compares payments with orders and
// mails of the running site, whose URLs and service token the launcher has recorded. Ends with 1 when something is left.
// `--dismiss` leaves out a webhook, a payment or a rejected refund that staff has examined. `--republish-since` publishes the
// payments since then again, for a database of cart-orders that was restored from a backup.

const TIMEOUT_MS = 120_000;

async function readReport(repair: boolean): Promise<ReconciliationReport> {
  const route = `/internal/reconciliation${repair ? '/repair' : ''}`;
  const site = await findSite(process.env);
  const body = repair ? {} : undefined;
  return Value.Parse(
    ReconciliationReport,
    await requestService(site, 'cart-orders', route, body, TIMEOUT_MS),
  );
}

async function sendToPayments(call: 'dismiss' | 'republish', body: object): Promise<void> {
  const site = await findSite(process.env);
  await requestService(site, 'payments', `/internal/reconciliation/${call}`, body, TIMEOUT_MS);
}

function linesOf(report: ReconciliationReport): string[] {
  const { payments, mails } = report;
  const findings: [string, Findings][] = [
    ['Money without order', report.moneyWithoutOrder],
    ['Order without money', report.orderWithoutMoney],
    ['Refunds that differ from the provider', report.refundsDiffer],
    ['Webhooks of unknown orders', payments.unmatchedEvents],
    ['Payments of no checkout', payments.unmatchedPayments],
    ['Rejected refunds', payments.failedRefunds],
  ];
  const oldest = Math.round(Math.max(report.outboxSeconds, payments.outboxSeconds));
  return [
    ...findings.map(([name, { count, ids }]) => [`${name}: ${count}`, ...ids].join('\n  ')),
    `Open disputes, to be answered at the provider: ${[payments.openDisputes.count, ...payments.openDisputes.ids].join(' ')}`,
    `Oldest event without acknowledgement: ${oldest} s`,
    mails === null
      ? 'Mails: notify is not configured'
      : `Mails pending: ${mails.pending}, dead: ${mails.dead}`,
    report.isClean ? 'Nothing is left to do.' : 'Something is left to do.',
  ];
}

try {
  const { values } = parseArgs({
    options: {
      repair: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      dismiss: { type: 'string' },
      'republish-since': { type: 'string' },
    },
  });
  const { dismiss, 'republish-since': since } = values;
  if (dismiss !== undefined) await sendToPayments('dismiss', { id: dismiss });
  if (since !== undefined) await sendToPayments('republish', { since: new Date(since).toISOString() });
  const report = await readReport(values.repair);
  const text = values.json ? JSON.stringify(report, undefined, 2) : linesOf(report).join('\n');
  process.stdout.write(`${text}\n`);
  process.exitCode = report.isClean ? 0 : 1;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}
