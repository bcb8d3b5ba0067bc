import { escapeHtml } from '@vidhi/service-kit/escape-html.ts';
import { rupees, STYLE } from './checkout-page.ts';
import { faultsForm, optionsForm } from './control-forms.ts';
import type { Delivery, Dispute, Order, Payment, Refund } from './entities.ts';
import type { ApiFault } from './faults.ts';

interface Shown {
  orders: readonly Order[];
  payments: readonly Payment[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  deliveries: readonly Delivery[];
  faults: readonly ApiFault[];
}

const MAX_ROWS = 50;

function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<h2>${caption}</h2>
${
  rows.length === 0
    ? '<p>None yet.</p>'
    : `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table>`
}`;
}

/** Sends a body, and with it the values of the field sets with these ids. */
const button = (
  path: string,
  body: object,
  label: string,
  options: '' | 'webhook-options' | 'webhook-options payment-options' | 'webhook-options return-options' = '',
): string =>
  `<button type="button" class="plain" data-path="${escapeHtml(path)}" data-options="${options}" data-body="${escapeHtml(JSON.stringify(body))}">${label}</button>`;

/** An order that is paid already gets a second captured payment, which Razorpay normally prevents. */
const payButtons = ({ id, status }: Order): string =>
  status === 'paid'
    ? button(
        '/control/pay',
        { order_id: id, outcome: 'captured', force: true },
        'second payment',
        'webhook-options payment-options',
      )
    : (['captured', 'authorized', 'failed'] as const)
        .map((outcome) =>
          button('/control/pay', { order_id: id, outcome }, outcome, 'webhook-options payment-options'),
        )
        .join(' ');

/** Buttons for the dashboard and the bank. The amount is that of the form; empty: all that is left. */
function paymentButtons({ id, status, captured }: Payment): string {
  if (status === 'failed')
    return button(`/control/payments/${id}/authorize`, {}, 'succeed late', 'webhook-options');
  if (!captured) return '';
  const dispute = button(`/control/payments/${id}/dispute`, {}, 'dispute', 'webhook-options return-options');
  if (status !== 'captured') return dispute;
  return `${button(`/control/payments/${id}/refund`, {}, 'refund', 'webhook-options return-options')} ${dispute}`;
}

/**
 * Orders, payments, refunds, disputes and webhooks with buttons for what a test may force. The script runs before the browser has parsed
 * the first button, so that no press is lost.
 */
export function controlPage({ orders, payments, refunds, disputes, deliveries, faults }: Shown): string {
  const at = (seconds: number): string => escapeHtml(new Date(seconds * 1_000).toISOString());
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment sandbox</title>
<script src="/control.js"></script>
<style>${STYLE}</style>
</head>
<body>
<h1>Payment sandbox</h1>
<p>No money moves. The README of infra/sandbox lists test cards, UPI ids and the API of this page.</p>
<p id="status" role="status"></p>
${optionsForm()}
${faultsForm()}
${table(
  'Pending faults',
  ['Call', 'Kind', 'Times', 'Status', 'Milliseconds'],
  faults.map(({ call, kind, times, code, ms }) => [
    escapeHtml(call),
    kind,
    String(times),
    kind === 'status' ? String(code) : '',
    kind === 'delay' ? String(ms) : '',
  ]),
)}
${table(
  'Orders',
  ['Order', 'Amount', 'Status', 'Created', 'Pay'],
  orders
    .slice(0, MAX_ROWS)
    .map((order) => [order.id, rupees(order.amount), order.status, at(order.created_at), payButtons(order)]),
)}
${table(
  'Payments',
  ['Payment', 'Order', 'Amount', 'Refunded', 'Method', 'Status', ''],
  payments
    .slice(0, MAX_ROWS)
    .map((payment) => [
      payment.id,
      payment.order_id,
      rupees(payment.amount),
      rupees(payment.amount_refunded),
      payment.method,
      payment.status,
      paymentButtons(payment),
    ]),
)}
${table(
  'Refunds',
  ['Refund', 'Payment', 'Amount', 'Status', ''],
  refunds
    .slice(0, MAX_ROWS)
    .map(({ id, payment_id, amount, status }) => [
      id,
      payment_id,
      rupees(amount),
      status,
      status === 'pending'
        ? (['processed', 'failed'] as const)
            .map((end) => button(`/control/refunds/${id}`, { status: end }, end, 'webhook-options'))
            .join(' ')
        : '',
    ]),
)}
${table(
  'Disputes',
  ['Dispute', 'Payment', 'Amount', 'Status', ''],
  disputes
    .slice(0, MAX_ROWS)
    .map(({ id, payment_id, amount, status }) => [
      id,
      payment_id,
      rupees(amount),
      status,
      status === 'open' || status === 'under_review'
        ? (['under_review', 'won', 'lost', 'closed'] as const)
            .map((next) => button(`/control/disputes/${id}`, { status: next }, next, 'webhook-options'))
            .join(' ')
        : '',
    ]),
)}
${table(
  'Webhooks',
  ['Event', 'Id', 'State', 'Attempts', 'Last status', ''],
  deliveries
    .slice(0, MAX_ROWS)
    .map(({ id, event, state, attempts, lastStatus }) => [
      escapeHtml(event),
      id,
      state,
      String(attempts),
      String(lastStatus ?? ''),
      button(`/control/webhooks/${id}/replay`, {}, 'send again'),
    ]),
)}
</body>
</html>
`;
}
