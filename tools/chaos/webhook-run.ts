import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, pick, type Random } from '@vidhi/harness/random.ts';
import { addressOf, createBuyer, type BuyerJourney } from './buyer.ts';
import { startChaosProduct, repeatUntilResponse, PLENTY, type ChaosProduct } from './chaos-product.ts';
import type { Violation } from './evidence.ts';
import { untilSettled } from './fault-run.ts';
import { PLAIN } from './plans.ts';
import { checkPurchases } from './purchase-checks.ts';
import { createEvidenceReader } from './read-evidence.ts';
import { reconcile } from './reconcile.ts';
import { checkShop } from './shop-checks.ts';

export interface WebhookRunOptions {
  payments: number;
  /** Forged webhooks for each one of the provider. */
  forgedShare: number;
  /** Repeated deliveries for each one of the provider. */
  repeatedShare: number;
  seed: number;
  /** Maximum time after the last webhook until everything is settled. */
  patienceMs: number;
  ended: AbortSignal;
  say: (line: string) => void;
}

export interface WebhookRun {
  payments: number;
  /** Webhooks of the provider, repetitions not counted. */
  webhooks: number;
  repeated: number;
  forged: number;
  /** Forged webhooks with another response than 401. */
  acceptedForgeries: number;
  /** Webhooks of the provider with another response than 200. */
  rejected: number;
  orders: number;
  mails: number;
  boughtSeconds: number;
  deliveredSeconds: number;
  settledSeconds: number;
  violations: Violation[];
}

interface Webhook {
  id: string;
  body: string;
  signature: string;
  isForged: boolean;
}

const BUYERS_AT_ONCE = 12;
const WEBHOOKS_AT_ONCE = 24;
const POLL_MS = 2_000;
const PROVIDER = addressOf(5_000_000);
const DAY_MS = '86400000';

/** The browser reports nothing, and payments does not poll the provider: every payment is known by its webhooks alone. */
const SETTINGS = {
  PAYMENT_CHECKS_MS: DAY_MS,
  PAYMENT_LISTING_MS: DAY_MS,
  STOCK_HOLD_MS: DAY_MS,
  STOCK_DIALOG_MS: DAY_MS,
  UNPAID_PERCENT_PER_ADDRESS: '0',
};

/** Each item once, `atOnce` side by side. */
async function forEach<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Fisher–Yates. */
function shuffle<Item>(items: Item[], random: Random): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [items[last] as Item, items[other] as Item];
    [items[last], items[other]] = [b, a];
  }
  return items;
}

/** Returns a webhook that the provider did not sign, made of one that it did. */
export function forge({ id, body, signature }: Webhook, other: Webhook, random: Random): Webhook {
  const forged = { id: `${id}-forged`, body, signature, isForged: true };
  return pick(random, [
    () => ({ ...forged, signature: '' }),
    () => ({ ...forged, signature: createHmac('sha256', 'guessed secret').update(body).digest('hex') }),
    () => ({ ...forged, body: body.replace('"amount":', '"amount":1') }),
    () => ({ ...forged, signature: other.signature }),
    () => ({ ...forged, signature: signature.slice(0, -2) }),
  ])();
}

function withRepeatsAndForgeries(own: readonly Webhook[], options: WebhookRunOptions): Webhook[] {
  const random = createRandom(options.seed);
  const drawn = (share: number): Webhook[] =>
    Array.from({ length: Math.round(own.length * share) }, () => pick(random, own));
  const forged = drawn(options.forgedShare).map((webhook) => {
    const others = own.filter(({ id }) => id !== webhook.id).slice(0, 50);
    return forge(webhook, pick(random, others), random);
  });
  return shuffle([...own, ...drawn(options.repeatedShare), ...forged], random);
}

/** Lets all buyers buy and pay; no webhook is delivered. */
async function buyAll(
  site: ChaosProduct,
  { payments, ended, say }: WebhookRunOptions,
): Promise<BuyerJourney[]> {
  const run = Date.now().toString(36);
  const buyers = Array.from({ length: payments }, (_, n) => {
    const book = { bookId: PLENTY[n % PLENTY.length] ?? 1, quantity: 1 + (n % 2) };
    return createBuyer({ site, plan: { ...PLAIN, ...book, reports: false }, number: n + 1, run, ended });
  });
  let paid = 0;
  await forEach(buyers, BUYERS_AT_ONCE, async (buyer) => {
    if (ended.aborted) return;
    const problem = await buyer.run();
    if (problem !== null) throw new Error(`${buyer.name}: ${problem}`);
    paid += 1;
    if (paid % 500 === 0) say(`${paid} have paid`);
  });
  return buyers;
}

async function readWebhooks(site: ChaosProduct): Promise<Webhook[]> {
  const { status, body } = await site.provider('/control/webhooks');
  if (status !== 200) throw new Error(`the provider lists no webhooks: ${status}`);
  return (JSON.parse(body) as Webhook[]).map((webhook) => ({ ...webhook, isForged: false }));
}

/** Delivers them through the gateway. Resolves with those that had the wrong response. */
async function deliver(
  site: ChaosProduct,
  webhooks: readonly Webhook[],
  ended: AbortSignal,
): Promise<Webhook[]> {
  const wrong: Webhook[] = [];
  await forEach(webhooks, WEBHOOKS_AT_ONCE, async (webhook) => {
    const { id, body, signature, isForged } = webhook;
    const { status } = await repeatUntilResponse(
      () =>
        site.site('/api/payment/webhook', {
          method: 'POST',
          headers: {
            'x-forwarded-for': PROVIDER,
            'x-razorpay-event-id': id,
            'x-razorpay-signature': signature,
          },
          // Written as the provider wrote it, so that the signature is of the same bytes.
          body: JSON.parse(body) as unknown,
        }),
      ended,
    );
    if (status !== (isForged ? 401 : 200)) wrong.push(webhook);
  });
  return wrong;
}

async function untilFulfilled(site: ChaosProduct, options: WebhookRunOptions): Promise<void> {
  const { payments, patienceMs, ended, say } = options;
  for (const end = Date.now() + patienceMs; Date.now() < end && !ended.aborted; await delay(POLL_MS)) {
    const open = await site.databases.read('payments', 'checkouts', { status: { $ne: 'FULFILLED' } });
    const unsent = await site.databases.read('notify', 'mails', { state: { $ne: 'SENT' } });
    say(`${payments - open.length} orders are acknowledged, ${unsent.length} mails wait`);
    if (open.length === 0 && unsent.length === 0) return;
  }
}

/**
 * Lets people pay without any webhook, and then delivers all webhooks in random order, some of them twice, between forged
 * ones. Checks that each payment has one order and one mail of each kind, and that no forged webhook was accepted.
 */
export async function runWebhooks(options: WebhookRunOptions): Promise<WebhookRun> {
  const { patienceMs, ended, say } = options;
  const site = await startChaosProduct({ settings: SETTINGS, ended, say });
  const times = [performance.now()];
  const secondsOf = (phase: number): number =>
    Math.round(((times[phase] ?? 0) - (times[phase - 1] ?? 0)) / 100) / 10;
  try {
    const reader = createEvidenceReader(site);
    const buyers = await buyAll(site, options);
    times.push(performance.now());
    const own = await readWebhooks(site);
    const early = await site.databases.read('cart_orders', 'purchases');
    if (early.length > 0) throw new Error(`${early.length} orders before any webhook`);
    const all = withRepeatsAndForgeries(own, options);
    say(`delivering ${all.length} webhooks`);
    const wrong = await deliver(site, all, ended);
    times.push(performance.now());
    await untilFulfilled(site, options);
    times.push(performance.now());
    say('checking everything');
    const check = async (): Promise<Violation[]> => [
      ...checkPurchases(await reader.readAllPurchases(buyers.map(({ buyer }) => buyer))),
      ...checkShop(await reader.readShop()),
    ];
    const violations = [
      ...(await untilSettled(check, patienceMs, ended)),
      ...(await untilSettled(() => reconcile(site), patienceMs, ended)),
    ];
    const orders = await site.databases.read('cart_orders', 'purchases', { status: 'CONFIRMED' });
    const sent = await site.databases.read('notify', 'mails', { template: 'order-confirmed', state: 'SENT' });
    const forged = all.filter(({ isForged }) => isForged).length;
    return {
      payments: buyers.length,
      webhooks: own.length,
      repeated: all.length - own.length - forged,
      forged,
      acceptedForgeries: wrong.filter(({ isForged }) => isForged).length,
      rejected: wrong.filter(({ isForged }) => !isForged).length,
      orders: orders.length,
      mails: sent.length,
      boughtSeconds: secondsOf(1),
      deliveredSeconds: secondsOf(2),
      settledSeconds: secondsOf(3),
      violations,
    };
  } finally {
    await site.close();
  }
}
