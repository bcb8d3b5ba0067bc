import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { guardHost } from '../host-guard.ts';
import { apiRoutes } from './api-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { controlPage } from './control-page.ts';
import { controlRoutes } from './control-routes.ts';
import { createDisputes } from './disputes.ts';
import { createApiFaults } from './faults.ts';
import { openLedger } from './ledger.ts';
import { createProvider } from './provider.ts';
import { startRefundSettlement } from './refund-settlement.ts';
import { createWebhooks } from './webhooks.ts';

export interface PaymentsOptions {
  /** Folder of the ledger. */
  dataDir: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  webhookUrl: string | undefined;
  webhookTimeoutMs: number;
  webhookRetryMs: number;
  /** Time after which the bank ends a refund; without it only the control API does. */
  refundSettleMs?: number;
  /** Host names besides loopback that it is reached by. */
  hostNames?: readonly string[];
}

export interface PaymentSandbox {
  routes: (app: FastifyInstance) => Promise<void>;
  close(): Promise<void>;
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'";

/** Opens the payment sandbox: `routes` serve Razorpay's API, checkout.js and the control page. */
export async function openPayments(options: PaymentsOptions): Promise<PaymentSandbox> {
  const { keyId, keySecret } = options;
  let skewSeconds = 0;
  const now = (): number => Math.floor(Date.now() / 1_000) + skewSeconds;
  const ledger = openLedger(options.dataDir);
  const webhooks = createWebhooks({
    ledger,
    secret: options.webhookSecret,
    url: options.webhookUrl,
    timeoutMs: options.webhookTimeoutMs,
    retryMs: options.webhookRetryMs,
    now,
  });
  const provider = createProvider({ ledger, webhooks, keySecret, now });
  const disputes = createDisputes({ ledger, provider, webhooks, now });
  const settlement = startRefundSettlement(provider, options.refundSettleMs);
  const faults = createApiFaults();
  const controlScript = await readFile(join(import.meta.dirname, 'control-page.js'));

  return {
    async routes(app) {
      guardHost(app, options.hostNames);
      app.get('/', async (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
          .send(
            controlPage({
              orders: ledger.list('orders'),
              payments: ledger.list('payments'),
              refunds: ledger.list('refunds'),
              disputes: disputes.list(),
              deliveries: ledger.list('deliveries'),
              faults: faults.list(),
            }),
          ),
      );
      app.get('/control.js', async (_request, reply) =>
        reply.type('application/javascript; charset=utf-8').send(controlScript),
      );
      await app.register(checkoutRoutes, { provider, keyId });
      await app.register(controlRoutes, {
        provider,
        disputes,
        webhooks,
        faults,
        setSkew: (seconds) => void (skewSeconds = seconds),
      });
      await app.register(async (api) => apiRoutes(api, { provider, disputes, faults, keyId, keySecret }));
    },
    async close() {
      settlement.close();
      await webhooks.close();
    },
  };
}
