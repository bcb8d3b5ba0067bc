import type { FastifyInstance } from 'fastify';
import { currentTokensOf, type LiveModel } from '@vidhi/content-service';
import { authPlugin, requireService, type ServiceTokens } from '@vidhi/service-kit/auth.ts';
import type { Check } from '@vidhi/service-kit/health.ts';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import type { OrderLinks } from '@vidhi/service-kit/order-link.ts';
import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { rejectUntilReady } from '@vidhi/service-kit/ready-guard.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import type { VerifyToken } from '@vidhi/service-kit/token-verifier.ts';
import { billRoutes, internalBillRoutes } from './bills/bill-routes.ts';
import type { PurchaseDocuments } from './bills/purchase-documents.ts';
import { unprintableRoutes, type UnprintableStore } from './bills/unprintable-documents.ts';
import { cartImportRoutes, type CartImportOptions } from './carts/cart-import-routes.ts';
import { createCartCookie } from './carts/cart-cookie.ts';
import { cartRoutes } from './carts/cart-routes.ts';
import type { CartStore } from './carts/cart-store.ts';
import { priceRoutes } from './carts/price-routes.ts';
import { deskRoutes, type DeskRoutesOptions } from './desk/desk-routes.ts';
import { decisionRoutes } from './requests/decision-routes.ts';
import { deskWriteRoutes, type DeskWriteRoutesOptions } from './desk/desk-write-routes.ts';
import { settleRefundRoutes } from './desk/settle-refund-routes.ts';
import { handOrderRoutes, type HandOrderRoutesOptions } from './hand/hand-order-routes.ts';
import {
  internalPaymentLinkRoutes,
  paymentLinkRoutes,
  type PaymentLinkRoutesOptions,
} from './links/payment-link-routes.ts';
import { packingRoutes, type PackingRoutesOptions } from './packing/packing-routes.ts';
import { internalPurchaseRoutes } from './purchases/internal-purchase-routes.ts';
import { moneyRoutes, type MoneyRoutesOptions } from './money/money-routes.ts';
import type { Reconciliation } from './reconciliation/reconcile.ts';
import {
  internalReconciliationRoutes,
  reconciliationRoutes,
} from './reconciliation/reconciliation-routes.ts';
import { orderRoutes, type OrderRoutesOptions } from './purchases/order-routes.ts';
import type { PurchaseStore } from './purchases/purchase-store.ts';
import { userDataRoutes } from './purchases/user-data-routes.ts';
import { orderStatusRoutes, type OrderStatusRoutesOptions } from './purchases/order-status-routes.ts';
import { internalSellerRoutes, shopSettingsRoutes } from './settings/shop-settings-routes.ts';
import type { ShopSettingsStore } from './settings/shop-settings-store.ts';
import { staffOrderRoutes, type StaffOrderRoutesOptions } from './purchases/staff-order-routes.ts';
import { deskStockRoutes, type DeskStockRoutesOptions } from './stock/desk-stock-routes.ts';
import { availabilityRoutes, internalStockRoutes, type StockLimits } from './stock/stock-routes.ts';
import type { StockStore } from './stock/stock-store.ts';

export interface AppDependencies {
  logLevel: string | false;
  metrics: Metrics;
  readiness: () => Record<string, Check>;
  /** Returns whether the unique indexes exist and the catalogue was copied. */
  isReady: () => boolean;
  verifyToken: VerifyToken;
  publicUrl: string;
  cartCookieSecrets: readonly [string, ...string[]];
  serviceToken: ServiceTokens;
  carts: CartStore;
  cartImport: CartImportOptions;
  orders: OrderRoutesOptions & {
    purchases: Pick<
      PurchaseStore,
      'findByOrder' | 'findByNumber' | 'findBuyers' | 'setDates' | 'ship' | 'cancel' | 'setAddresses'
    >;
  };
  settings: ShopSettingsStore;
  purchaseEvents: Pick<StaffOrderRoutesOptions, 'events' | 'notify'>;
  orderStatus: Pick<OrderStatusRoutesOptions, 'findOrder'> & { links: OrderLinks };
  documents: Omit<PurchaseDocuments, 'makeDocuments'>;
  /** Completes a purchase, and has the desk find it by its documents. */
  makeDocuments: (purchaseId: string) => Promise<void>;
  deskStock: Omit<DeskStockRoutesOptions, 'settings'>;
  handOrders: Pick<HandOrderRoutesOptions, 'create'>;
  paymentLinks: Pick<PaymentLinkRoutesOptions, 'store' | 'paymentLinks'>;
  packing: Pick<PackingRoutesOptions, 'renderPacking'>;
  unprintable: Pick<UnprintableStore, 'find'>;
  stock: Pick<StockStore, 'findAvailable' | 'findHolds' | 'reserve'>;
  /** Time for which a checkout reserves its copies. */
  stockLimits: StockLimits;
  reconciliation: Reconciliation;
  money: Pick<MoneyRoutesOptions, 'store' | 'note' | 'payments'>;
  desk: Pick<DeskRoutesOptions, 'list' | 'noteReading' | 'sources' | 'isbnOf'> &
    Pick<DeskWriteRoutesOptions, 'changes' | 'partRefunds' | 'index'>;
  catalogue: Pick<LiveModel, 'model' | 'untilCurrent'>;
}

/** Largest body of a request: an order with its addresses. */
const BODY_LIMIT = 65_536;

/** Wires the HTTP surface. Opens nothing, reads no environment, never listens. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { logLevel, metrics, readiness, isReady, verifyToken, cartCookieSecrets, carts, catalogue } =
    dependencies;
  const { orders, documents, stock, orderStatus, desk, settings, paymentLinks } = dependencies;
  const { purchases, guestOrders } = orders;
  const publicUrl = new URL(dependencies.publicUrl);
  const app = await createServiceApp({
    name: 'cart-orders',
    logLevel,
    metrics,
    readiness,
    bodyLimit: BODY_LIMIT,
  });
  await app.register(openapiPlugin, { title: 'Carts and orders' });
  await app.register(async (shop) => {
    rejectUntilReady(shop, isReady);
    await shop.register(authPlugin, { verifyToken, isCurrent: currentTokensOf(catalogue.model) });
    await shop.register(cartRoutes, {
      carts,
      catalogue,
      cookie: createCartCookie(cartCookieSecrets, publicUrl),
      publicUrl,
    });
    await shop.register(orderRoutes, orders);
    await shop.register(staffOrderRoutes, {
      purchases,
      ...dependencies.purchaseEvents,
      makeDocuments: dependencies.makeDocuments,
      refresh: desk.index.refresh,
    });
    await shop.register(deskWriteRoutes, { purchases, settings, ...dependencies.purchaseEvents, ...desk });
    await shop.register(settleRefundRoutes, { purchases, ...dependencies.purchaseEvents, ...desk });
    await shop.register(handOrderRoutes, { catalogue, index: desk.index, ...dependencies.handOrders });
    await shop.register(paymentLinkRoutes, {
      catalogue,
      purchases,
      settings,
      links: orderStatus.links,
      noteReading: desk.noteReading,
      ...paymentLinks,
    });
    await shop.register(decisionRoutes, { purchases, settings, ...dependencies.purchaseEvents, ...desk });
    await shop.register(deskStockRoutes, { settings, ...dependencies.deskStock });
    await shop.register(packingRoutes, { purchases, settings, ...desk, ...dependencies.packing });
    await shop.register(deskRoutes, { purchases, settings, stock, links: orderStatus.links, ...desk });
    await shop.register(orderStatusRoutes, {
      purchases,
      guestOrders,
      documents,
      changes: desk.changes,
      settings,
      refresh: desk.index.refresh,
      ...orderStatus,
      ...dependencies.purchaseEvents,
    });
    await shop.register(billRoutes, { purchases, documents, guestOrders });
    await shop.register(availabilityRoutes, { stock });
    await shop.register(shopSettingsRoutes, { settings });
    const { reconciliation, money } = dependencies;
    await shop.register(reconciliationRoutes, reconciliation);
    await shop.register(moneyRoutes, { reconciliation, purchases: dependencies.orders.purchases, ...money });
    await shop.register(async (internal) => {
      internal.addHook('onRequest', requireService(dependencies.serviceToken));
      await internal.register(internalSellerRoutes, { settings });
      await internal.register(cartImportRoutes, dependencies.cartImport);
      await internal.register(priceRoutes, { carts, catalogue, settings });
      await internal.register(internalPurchaseRoutes, {
        purchases,
        settings,
        links: orderStatus.links,
      });
      await internal.register(userDataRoutes, { carts, purchases, guestOrders });
      await internal.register(internalBillRoutes, { purchases, documents });
      await internal.register(unprintableRoutes, { unprintable: dependencies.unprintable });
      await internal.register(internalStockRoutes, {
        stock,
        limits: dependencies.stockLimits,
        paymentLinks: paymentLinks.store,
      });
      await internal.register(internalPaymentLinkRoutes, {
        store: paymentLinks.store,
        links: orderStatus.links,
        settings,
      });
      await internal.register(internalReconciliationRoutes, dependencies.reconciliation);
    });
  });
  return app;
}
