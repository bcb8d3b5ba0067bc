import type { MetricValue } from './metrics-text.ts';

/** Values of one process at one time. */
export interface ProcessValues {
  /** Names a process, over all samples. */
  key: string;
  values: readonly MetricValue[];
}

export interface Sample {
  /** Milliseconds since the Unix epoch. */
  at: number;
  processes: readonly ProcessValues[];
}

/** Samples of the last hour, the oldest first. */
export type Samples = readonly Sample[];

type Labels = Readonly<Record<string, string>>;

/** A part of an alert's expression: the alert is on when one of them is. */
export type Condition =
  | { kind: 'max'; series: string; above: number }
  | { kind: 'min'; series: string; equals: number }
  /** More than nothing in an hour. */
  | { kind: 'increase'; series: string; labels?: Labels };

export interface AlertRule {
  name: string;
  severity: 'page' | 'ticket';
  /** Seconds for which the expression is true before the alert fires. */
  forSeconds: number;
  title: string;
  advice: string;
  runbook: string;
  /** Conditions of the expression, or what computes one that has no such form. */
  on: readonly Condition[] | ((samples: Samples) => boolean);
}

const HOUR_MS = 3_600_000;
const FIVE_MINUTES_MS = 300_000;

const hasLabels = (value: MetricValue, labels: Labels): boolean =>
  Object.entries(labels).every(([name, text]) => value.labels[name] === text);

type Matches = (value: MetricValue) => boolean;

const sumOf = (values: readonly MetricValue[], matches: Matches): number =>
  values.reduce((sum, value) => (matches(value) ? sum + value.value : sum), 0);

const valuesOf = (sample: Sample | undefined, name: string): number[] =>
  (sample?.processes ?? []).flatMap(({ values }) =>
    values.flatMap((value) => (value.name === name ? [value.value] : [])),
  );

/** Returns the growth of counters over a time, summed over the processes. A counter that has fallen began again at 0. */
export function increaseOf(samples: Samples, matches: Matches, overMs: number): number {
  const end = samples.at(-1)?.at ?? 0;
  let sum = 0;
  const before = new Map<string, number>();
  for (const { at, processes } of samples) {
    if (at < end - overMs) continue;
    for (const { key, values } of processes) {
      if (!values.some(matches)) continue;
      const now = sumOf(values, matches);
      const last = before.get(key);
      if (last !== undefined) sum += now >= last ? now - last : now;
      before.set(key, now);
    }
  }
  return sum;
}

/** Returns the quantile of a histogram over five minutes, as the upper bound of its bucket; 0 without observations. */
function quantileOf(samples: Samples, share: number, matches: Matches): number {
  const bounds = new Set<string>();
  for (const { values } of samples.at(-1)?.processes ?? [])
    for (const value of values) if (matches(value)) bounds.add(value.labels['le'] ?? '');
  const counts = [...bounds]
    .map((le) => ({
      bound: le === '+Inf' ? Infinity : Number(le),
      count: increaseOf(samples, (value) => matches(value) && value.labels['le'] === le, FIVE_MINUTES_MS),
    }))
    .toSorted((first, second) => first.bound - second.bound);
  const total = counts.at(-1)?.count ?? 0;
  if (total === 0) return 0;
  return counts.find(({ count }) => count >= share * total)?.bound ?? 0;
}

const MAX_READ_SECONDS = 0.25;
const MAX_FAILED_SHARE = 0.01;

function readsAreSlow(samples: Samples): boolean {
  const isRead: Matches = ({ name, labels }) =>
    name === 'vidhi_http_request_duration_seconds_bucket' &&
    labels['service'] === 'gateway' &&
    labels['method'] === 'GET';
  const isUpstream: Matches = ({ name }) => name === 'vidhi_gateway_upstream_seconds_bucket';
  return [isRead, isUpstream].some((matches) => quantileOf(samples, 0.95, matches) > MAX_READ_SECONDS);
}

function responsesFail(samples: Samples): boolean {
  const isRequest: Matches = ({ name, labels }) =>
    name === 'vidhi_http_request_duration_seconds_count' && labels['service'] === 'gateway';
  const isRead: Matches = ({ name }) => name === 'vidhi_gateway_cache_reads_total';
  const grown = (matches: Matches): number => increaseOf(samples, matches, FIVE_MINUTES_MS);
  const failed =
    grown((value) => isRequest(value) && value.labels['status'] === '5xx') +
    grown((value) => isRead(value) && ['failed', 'shed'].includes(value.labels['outcome'] ?? ''));
  const all = grown(isRequest) + grown(isRead);
  return all > 0 && failed / all > MAX_FAILED_SHARE;
}

const above =
  (limit: number, suffix: string) =>
  (prefix: string): Condition => ({ kind: 'max', series: `vidhi_${prefix}_${suffix}`, above: limit });
const grows =
  (suffix: string) =>
  (prefix: string): Condition => ({ kind: 'increase', series: `vidhi_${prefix}_${suffix}` });

const CONSUMERS = [
  'news_copies',
  'catalog_copies',
  'cart_orders_copies',
  'cart_orders_payments',
  'payments_orders',
  'payments_users',
  'notify_mail_requests',
  'notify_purchases',
  'notify_site',
  'notify_decisions',
  'notify_mentions',
  'notify_webhooks',
  'notify_users',
  'accounts_audit',
];
/** With the one of dead letters, which has none itself. */
const ALL_CONSUMERS = [...CONSUMERS, 'accounts_dead_letters'];

/** The alerts of infra/prometheus/rules.yaml but ServiceIsDown, which the gateway's own probes tell at once. */
export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: 'GatewayResponsesFail',
    severity: 'page',
    forSeconds: 300,
    title: 'More than 1 in 100 requests to the site fail',
    advice: 'See which process below is not ready, and start it again.',
    runbook: 'docs/runbooks/gateway-responses-fail.md',
    on: responsesFail,
  },
  {
    name: 'GatewayIsSlow',
    severity: 'ticket',
    forSeconds: 600,
    title: 'Pages are slow: 1 in 20 reads takes more than a quarter of a second',
    advice: 'See whether the machine is busy with something else, or add a news reader (docs/scaling.md).',
    runbook: 'docs/runbooks/gateway-is-slow.md',
    on: readsAreSlow,
  },
  {
    name: 'GatewayDoesNotFollow',
    severity: 'ticket',
    forSeconds: 120,
    title: 'The gateway gets no events from Kafka',
    advice: 'Pages stay right, but cost more. See whether Kafka runs.',
    runbook: 'docs/runbooks/gateway-does-not-follow.md',
    on: [{ kind: 'min', series: 'vidhi_gateway_cache_following', equals: 0 }],
  },
  {
    name: 'DataIsOld',
    severity: 'page',
    forSeconds: 120,
    title: 'Readers see data that is more than a minute old',
    advice: 'See whether Kafka runs, then restart the service with the old data.',
    runbook: 'docs/runbooks/data-is-old.md',
    on: ['news', 'catalog', 'cart_orders'].map(above(60, 'data_age_seconds')),
  },
  {
    name: 'EventsAreNotPublished',
    severity: 'page',
    forSeconds: 120,
    title: 'Changes have waited for more than a minute to reach other services',
    advice: 'See whether Kafka runs and has disk space. Nothing is lost: the changes are in MongoDB.',
    runbook: 'docs/runbooks/events-are-not-published.md',
    on: ['news', 'catalog', 'accounts', 'cart_orders', 'payments'].map(above(60, 'outbox_oldest_seconds')),
  },
  {
    name: 'ConsumerIsSilent',
    severity: 'page',
    forSeconds: 120,
    title: 'A service has heard nothing from Kafka for a minute',
    advice: 'See whether Kafka runs. The service goes on where it was as soon as it does.',
    runbook: 'docs/runbooks/consumer-is-silent.md',
    on: ALL_CONSUMERS.map(above(60, 'silent_seconds')),
  },
  {
    name: 'ConsumerLags',
    severity: 'ticket',
    forSeconds: 600,
    title: 'A service is more than 1,000 events behind',
    advice: 'After an import this ends by itself. Otherwise see the log of the service.',
    runbook: 'docs/runbooks/consumer-lags.md',
    on: ALL_CONSUMERS.map(above(1_000, 'lag_records')),
  },
  {
    name: 'RecordsAreDeadLetters',
    severity: 'ticket',
    forSeconds: 0,
    title: 'A service could not handle an event in the last hour',
    advice:
      'Read the event and the reason on the System page, mend the cause, and have the event handled again there.',
    runbook: 'docs/runbooks/records-are-dead-letters.md',
    on: CONSUMERS.map(grows('dead_letters')),
  },
  {
    name: 'MailsWait',
    severity: 'page',
    forSeconds: 300,
    title: 'A mail has waited for more than 15 minutes',
    advice:
      'See whether Redis runs and whether the mail server accepts the login of SMTP_URL. No mail is lost.',
    runbook: 'docs/runbooks/mails-wait.md',
    on: [above(900, 'oldest_queued_mail_seconds')('notify')],
  },
  {
    name: 'MailsAreDead',
    severity: 'ticket',
    forSeconds: 0,
    title: 'A mail was given up after all attempts in the last hour',
    advice: 'Read the failure in the list of mails below, mend the cause and send the mail again.',
    runbook: 'docs/runbooks/mails-are-dead.md',
    on: [{ kind: 'increase', series: 'vidhi_notify_mail_attempts_total', labels: { result: 'dead' } }],
  },
  {
    name: 'MoneyWithoutOrder',
    severity: 'page',
    forSeconds: 900,
    title: 'Somebody has paid and has no order',
    advice: 'Open Money, and repair it.',
    runbook: 'docs/runbooks/money-without-order.md',
    on: [above(0, 'reconciliation_money_without_order')('cart_orders')],
  },
  {
    name: 'RefundsFail',
    severity: 'ticket',
    forSeconds: 7_200,
    title: 'A refund did not arrive, or its order does not know of it',
    advice: 'Open Money, which says what to do about each.',
    runbook: 'docs/runbooks/refunds-fail.md',
    on: ['failed_refunds', 'refunds_differ'].map((name) => above(0, `reconciliation_${name}`)('cart_orders')),
  },
  {
    name: 'PaymentsAreUnmatched',
    severity: 'ticket',
    forSeconds: 1_800,
    title: 'The card provider reports a payment that belongs to no order',
    advice: 'Open Money, which lists it.',
    runbook: 'docs/runbooks/payments-are-unmatched.md',
    on: ['unmatched_events', 'unmatched_payments'].map((name) =>
      above(0, `reconciliation_${name}`)('cart_orders'),
    ),
  },
  {
    name: 'OutboxIsPoisoned',
    severity: 'page',
    forSeconds: 300,
    title: 'A change cannot reach other services',
    advice: 'The log of the service names the document. Mend it as the runbook says.',
    runbook: 'docs/runbooks/outbox-is-poisoned.md',
    on: ['accounts', 'cart_orders', 'payments'].map(above(0, 'outbox_poisoned_documents')),
  },
];

function isTrue(condition: Condition, samples: Samples): boolean {
  const { series } = condition;
  const labels = condition.kind === 'increase' ? (condition.labels ?? {}) : {};
  if (condition.kind === 'increase')
    return increaseOf(samples, (value) => value.name === series && hasLabels(value, labels), HOUR_MS) > 0;
  const values = valuesOf(samples.at(-1), series);
  if (condition.kind === 'max') return values.some((value) => value > condition.above);
  return values.length > 0 && Math.min(...values) === condition.equals;
}

/** Returns whether the expression of a rule is true now, whatever its `forSeconds`. */
export const isOn = ({ on }: AlertRule, samples: Samples): boolean =>
  typeof on === 'function' ? on(samples) : on.some((condition) => isTrue(condition, samples));

const COMPUTED = [
  'vidhi_http_request_duration_seconds_bucket',
  'vidhi_http_request_duration_seconds_count',
  'vidhi_gateway_upstream_seconds_bucket',
  'vidhi_gateway_cache_reads_total',
];

/** Series of which samples of the last hour are retained. */
export const RETAINED_SERIES: ReadonlySet<string> = new Set([
  ...COMPUTED,
  ...ALERT_RULES.flatMap(({ on }) => (typeof on === 'function' ? [] : on.map(({ series }) => series))),
]);

/** Returns the expression in PromQL, for the comparison with the rules of Prometheus. */
export function toPromql(condition: Condition): string {
  if (condition.kind === 'max') return `max(${condition.series}) > ${condition.above}`;
  if (condition.kind === 'min') return `min(${condition.series}) == ${condition.equals}`;
  const { series, labels } = condition;
  if (labels === undefined) return `increase(${series}[1h]) > 0`;
  const listed = Object.entries(labels).map(([name, text]) => `${name}="${text}"`);
  return `sum(increase(${series}{${listed.join(',')}}[1h])) > 0`;
}
