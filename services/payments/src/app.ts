import type { FastifyInstance } from 'fastify';
import { authPlugin, requireService, type ServiceTokens, type IsCurrent } from '@vidhi/service-kit/auth.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import type { CheckoutStore } from './checkouts/checkout-store.ts';
import type { PartRefundStore } from './checkouts/part-refund-store.ts';
import { internalRoutes } from './checkouts/internal-routes.ts';
import { feeRoutes, type FeeRoutesOptions } from './fees/fee-routes.ts';
import { cardProviderRoutes, type CardProviderRoutesOptions } from './seller/card-provider-routes.ts';
import { paymentRoutes, type PaymentRoutesOptions } from './checkouts/payment-routes.ts';
import { reconciliationRoutes, type ReconciliationOptions } from './reconciliation/reconciliation-routes.ts';
import { statusRoutes, type StatusRoutesOptions } from './checkouts/status-routes.ts';
import type { ProviderEvents } from './webhooks/provider-events.ts';
import { webhookRoutes, type WebhookRoutesOptions } from './webhooks/webhook-routes.ts';

export interface AppDependencies {
  logLevel: string | false;
  /** Addresses of the gateway. */
  trustedProxies: readonly string[];
  metrics: Metrics;
  readiness: () => Record<string, Check>;
  /** Returns whether the unique indexes exist. */
  isReady: () => boolean;
  verifyToken: VerifyToken;
  isCurrent: IsCurrent;
  serviceToken: ServiceTokens;
  checkouts: Pick<CheckoutStore, 'find' | 'findByPayment' | 'refundDue'>;
  partRefunds: Pick<PartRefundStore, 'add'>;
  payment: Omit<PaymentRoutesOptions, 'checkouts'>;
  cardProvider: CardProviderRoutesOptions['cardProvider'];
  isMailed: StatusRoutesOptions['isMailed'];
  findProgress: StatusRoutesOptions['findProgress'];
  webhooks: WebhookRoutesOptions & { events: Pick<ProviderEvents, 'listOf'> };
  reconciliation: ReconciliationOptions;
  fees: FeeRoutesOptions['fees'];
  /** Notes that the purchase of a checkout knows these events. */
  acknowledge: (checkoutId: string, eventIds: readonly string[]) => Promise<void>;
}

/** Largest body of a public request: two addresses. */
const BODY_LIMIT = 65_536;

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, readiness, isReady, verifyToken, isCurrent, serviceToken } = dependencies;
  const { checkouts, payment, webhooks, isMailed, findProgress } = dependencies;
  const app = await createServiceApp({
    name: 'payments',
    logLevel,
    metrics,
    readiness,
    bodyLimit: BODY_LIMIT,
    // A checkout sends a request to cart-orders and two to the provider.
    server: { handlerTimeout: 15_000, trustProxy: [...dependencies.trustedProxies] },
  });
  await app.register(openapiPlugin, { title: 'Payments' });
  await app.register(async (payments) => {
    rejectUntilReady(payments, isReady);
    await payments.register(webhookRoutes, webhooks);
    await payments.register(statusRoutes, { checkouts, isMailed, findProgress });
    await payments.register(async (open) => {
      await open.register(authPlugin, { verifyToken, isCurrent });
      await open.register(paymentRoutes, { checkouts, ...payment });
      await open.register(cardProviderRoutes, { cardProvider: dependencies.cardProvider });
    });
    await payments.register(async (internal) => {
      internal.addHook('onRequest', requireService(serviceToken));
      const { acknowledge } = dependencies;
      await internal.register(internalRoutes, {
        checkouts,
        events: webhooks.events,
        partRefunds: dependencies.partRefunds,
        acknowledge,
        onRefundDue: webhooks.onStored,
      });
      await internal.register(reconciliationRoutes, dependencies.reconciliation);
      await internal.register(feeRoutes, { fees: dependencies.fees });
    });
  });
  return app;
}
