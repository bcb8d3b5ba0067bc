import type { FastifyInstance } from 'fastify';
import { authPlugin, requireService } from '@vidhi/service-kit/auth.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import type { CheckoutStore } from './checkouts/checkout-store.ts';
import { internalRoutes } from './checkouts/internal-routes.ts';
import { paymentRoutes, type PaymentRoutesOptions } from './checkouts/payment-routes.ts';
import { webhookRoutes, type WebhookRoutesOptions } from './webhooks/webhook-routes.ts';

export interface AppDependencies extends Omit<PaymentRoutesOptions, 'checkouts'> {
  logLevel: string | false;
  metrics: Metrics;
  readiness: () => Record<string, Check>;
  /** Whether the unique indexes exist. */
  isReady: () => boolean;
  verifyToken: VerifyToken;
  serviceToken: string;
  checkouts: Pick<CheckoutStore, 'find' | 'findByPayment'>;
  webhooks: WebhookRoutesOptions;
}

/** Largest body of a public request: two addresses. */
const BODY_LIMIT = 65_536;

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, readiness, isReady, verifyToken, serviceToken, checkouts, webhooks } =
    dependencies;
  const { priceCart, createCheckout, verifyPayment, keyId } = dependencies;
  const app = await createServiceApp({
    name: 'payments',
    logLevel,
    metrics,
    readiness,
    bodyLimit: BODY_LIMIT,
    // A checkout asks cart-orders and twice the provider.
    server: { handlerTimeout: 15_000 },
  });
  await app.register(openapiPlugin, { title: 'Payments' });
  await app.register(async (payments) => {
    rejectUntilReady(payments, isReady);
    await payments.register(webhookRoutes, webhooks);
    await payments.register(async (open) => {
      // A revoked token lives for minutes, and with it one can pay, but read nothing of others.
      await open.register(authPlugin, { verifyToken, isCurrent: () => true });
      await open.register(paymentRoutes, { checkouts, priceCart, createCheckout, verifyPayment, keyId });
    });
    await payments.register(async (internal) => {
      internal.addHook('onRequest', requireService(serviceToken));
      await internal.register(internalRoutes, { checkouts });
    });
  });
  return app;
}
