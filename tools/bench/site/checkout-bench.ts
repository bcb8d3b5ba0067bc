import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ListBody } from '@vidhi/collections/all.ts';
import type { CheckoutOrder } from '@vidhi/contracts/checkout-order.ts';
import type { SiteAddresses } from '@vidhi/service-kit/site-command.ts';
import { table } from '../report-tables.ts';
import type { SiteBenchResult } from './accounts-bench.ts';
import { Latencies } from './latencies.ts';
import { runOpenLoop } from './load-loops.ts';

const ADDRESS = {
  name: 'Bench',
  phone: '9000000000',
  email: 'bench@example.in',
  address: '1 MG Road, Pune',
  pincode: '411001',
};
/** Pauses between two requests for the status, until the order is stored and then until the mail is; the page waits 2 s. */
const POLL_MS = { confirmed: 250, mailed: 1_000 };
const MAX_WAIT_MS = 60_000;
const GOALS_MS = { confirmed: 2_000, mailed: 10_000 };

/**
 * Guests buy at a constant rate through the payment sandbox, each a book, from the cart to the confirmation mail. Measures
 * from the payment until the order is stored and until the mail server has accepted the mail.
 */
export async function benchCheckout(
  { gateway, paymentSandbox }: SiteAddresses,
  options: { perSecond: number; seconds: number },
): Promise<SiteBenchResult> {
  const stages = { created: new Latencies(), confirmed: new Latencies(), mailed: new Latencies() };
  const problems = new Map<string, number>();

  async function request<Body>(url: string, body?: object): Promise<Body> {
    const response = await fetch(url, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} from ${new URL(url).pathname.slice(0, 24)}`);
    return JSON.parse(text) as Body;
  }

  const { data: books } = await request<ListBody<'book'>>(
    `${gateway}/api/books?fields[0]=id&pagination[pageSize]=20&sort=id`,
  );

  async function buy(index: number): Promise<void> {
    const receipt = randomUUID();
    const startedAt = performance.now();
    await request(`${gateway}/api/carts`, {
      data: { catalog_books: books[index % books.length]?.id, Quantity: 1, Batch_id: receipt },
    });
    const order = await request<CheckoutOrder>(`${gateway}/api/payment/checkout`, {
      receipt,
      billingAddress: ADDRESS,
      sameAddress: true,
    });
    stages.created.add(performance.now() - startedAt);
    const payment = await request<object>(`${paymentSandbox}/control/pay`, {
      order_id: order.razorpay_order_id,
      outcome: 'captured',
      method: 'card',
    });
    const paidAt = performance.now();
    await request(`${gateway}/api/payment/verify`, payment);
    let isConfirmed = false;
    while (performance.now() - paidAt < MAX_WAIT_MS) {
      const { data } = await request<{ data: { stage: string } }>(
        `${gateway}/api/payment/status/${order.checkout_id}`,
      );
      if (!isConfirmed && (data.stage === 'confirmed' || data.stage === 'mailed')) {
        isConfirmed = true;
        stages.confirmed.add(performance.now() - paidAt);
      }
      if (data.stage === 'mailed') {
        stages.mailed.add(performance.now() - paidAt);
        return;
      }
      await delay(isConfirmed ? POLL_MS.mailed : POLL_MS.confirmed);
    }
    throw new Error('not mailed within a minute');
  }

  await runOpenLoop(options, async (index) => {
    await buy(index).catch((error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      problems.set(problem, (problems.get(problem) ?? 0) + 1);
    });
  });
  const row = (name: string, latencies: Latencies, goalMs?: number): string[] => [
    name,
    String(latencies.count),
    ...[0.5, 0.95, 0.99].map((share) => latencies.percentile(share).toFixed(0)),
    String(goalMs ?? ''),
  ];
  const failures = [...problems.values()].reduce((sum, count) => sum + count, 0);
  const areGoalsMet =
    failures === 0 &&
    stages.confirmed.percentile(0.95) <= GOALS_MS.confirmed &&
    stages.mailed.percentile(0.95) <= GOALS_MS.mailed;
  return {
    lines: [
      `${options.perSecond} purchases a second for ${options.seconds} s`,
      ...table(
        ['', 'count', 'p50 ms', 'p95 ms', 'p99 ms', 'goal of p95'],
        [
          row('cart and checkout', stages.created),
          row('paid → order stored', stages.confirmed, GOALS_MS.confirmed),
          row('paid → mail accepted', stages.mailed, GOALS_MS.mailed),
        ],
      ),
      ...[...problems].map(([problem, count]) => `${count} × ${problem}`),
      `goals ${areGoalsMet ? 'met' : 'missed'}`,
    ],
    failures,
    figures: {
      purchases: stages.mailed.count,
      confirmedP95Ms: stages.confirmed.percentile(0.95),
      mailedP95Ms: stages.mailed.percentile(0.95),
    },
    areGoalsMet,
  };
}
