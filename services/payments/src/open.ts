import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss } from '@vidhi/messaging/topic-loss.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import { addOutboxMetrics } from '@vidhi/outbox/outbox-stats.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { createOrderLinks, linkSecrets } from '@vidhi/service-kit/order-link.ts';
import { openDatabase } from '@vidhi/service-kit/open-database.ts';
import { prepareDatabase } from '@vidhi/service-kit/preparation.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { acceptedServiceTokens } from '@vidhi/service-kit/service-env.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { USER_EVENTS, mongoAccountStore } from './accounts/account-store.ts';
import { buildApp } from './app.ts';
import { createCartClient } from './checkouts/cart-client.ts';
import { createCartRestoration } from './checkouts/cart-restoration.ts';
import { createIsMailed } from './checkouts/mails-client.ts';
import { mongoCheckoutStore } from './checkouts/checkout-store.ts';
import { createCheckouts } from './checkouts/create-checkout.ts';
import { ORDER_EVENTS, createOrderEvents } from './checkouts/order-events.ts';
import { createPaymentListing } from './checkouts/payment-listing.ts';
import { createPaymentUpdates } from './checkouts/payment-updates.ts';
import { CHECKOUTS } from './checkouts/checkout-collection.ts';
import { COLLECTIONS } from './collections.ts';
import { mongoReturnsStore } from './checkouts/returns-store.ts';
import { createPurgeContacts } from './checkouts/purge-contacts.ts';
import { createNetworkOf, createOpenDialog, createProlongReservation } from './checkouts/open-dialog.ts';
import { createRestoreCheckout } from './checkouts/restore-checkout.ts';
import { mongoUnmatchedPayments } from './checkouts/unmatched-payments.ts';
import { createVerifyPayment } from './checkouts/verify-payment.ts';
import { cardProviderOf, checkPauses, trustedProxies, type Config } from './config.ts';
import { createRazorpay } from './razorpay/razorpay.ts';
import { createReadFees } from './fees/read-fees.ts';
import { mongoFeeStore } from './fees/fee-store.ts';
import { createReplayPayment } from './reconciliation/replay-payment.ts';
import { mongoReconciliationStore } from './reconciliation/reconciliation-store.ts';
import { mongoPartRefundStore } from './checkouts/part-refund-store.ts';
import { createFollowPartRefunds } from './refunds/part-refunds.ts';
import { createRefunds } from './refunds/refunds.ts';
import { createReturns } from './refunds/returns.ts';
import { createSellerCheck } from './seller/seller.ts';
import { LONG_LISTING_MS } from './sweep/poll.ts';
import { createSweep } from './sweep/sweep.ts';
import { createApplyEvents } from './webhooks/apply-events.ts';
import { mongoProviderEvents } from './webhooks/provider-events.ts';

const PURGE_MS = 3_600_000;
/** Interval of reads of the seller's settings, for `/readyz`. */
const SELLER_CHECK_MS = 60_000;

/** Opens the whole service. */
export async function open(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const checkoutsTopic = withSuffix(TOPICS.paymentsCheckouts, config.TOPIC_SUFFIX);
  const purchasesTopic = withSuffix(TOPICS.ordersPurchases, config.TOPIC_SUFFIX);
  const database = openDatabase(context, config);
  const { connection, connected } = database;
  const client = connectKafkaOf('payments', config, context);
  const usersTopic = withSuffix(TOPICS.accountsUsers, config.TOPIC_SUFFIX);
  closers.open('topics', () => keepEnsuringTopics(client, [checkoutsTopic, purchasesTopic, usersTopic]));
  const producer = closers.open('producer', () => createProducer(client));
  const outbox = closers.open('outbox', () =>
    startOutbox<string>({
      connection,
      connected,
      collection: CHECKOUTS.name,
      topics: [checkoutsTopic],
      producer,
      onPublished: () => failPoint('payments.event-published'),
      log,
    }),
  );
  addOutboxMetrics(metrics, [outbox]);

  const provider = createRazorpay({
    baseUrl: config.RAZORPAY_BASE_URL,
    keyId: config.RAZORPAY_KEY_ID,
    keySecret: config.RAZORPAY_KEY_SECRET,
    timeoutMs: config.RAZORPAY_TIMEOUT_MS,
  });
  const statuses = new Counter({
    name: `${metrics.prefix}_checkouts_total`,
    help: 'Checkouts that reached a status since the start: the funnel of payments',
    labelNames: ['status'],
    registers: [metrics.registry],
  });
  const fees = mongoFeeStore(connection);
  const checkouts = mongoCheckoutStore(
    connection,
    checkoutsTopic,
    (id) => outbox.notify(id),
    (status) => statuses.inc({ status }),
  );
  const events = mongoProviderEvents(connection);
  const accounts = mongoAccountStore(connection);
  const unmatched = mongoUnmatchedPayments(connection);
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'a payment could not be updated');
  const partRefunds = mongoPartRefundStore(connection);
  const returns = createReturns({
    store: mongoReturnsStore(connection, checkoutsTopic, (id) => outbox.notify(id)),
    provider,
    checkMs: config.REFUND_CHECK_MS,
    onFailure,
  });
  const cart = createCartClient(config.CART_ORDERS_URL, config.SERVICE_TOKEN);
  const prolongReservation = createProlongReservation(cart.reserveStock, (error) =>
    log.warn({ err: error }, 'could not prolong a reservation'),
  );
  const updates = createPaymentUpdates(checkouts, provider, returns, prolongReservation);
  const seller = createSellerCheck({
    keyId: config.RAZORPAY_KEY_ID,
    findSeller: cart.findSeller,
    onMissing: (names) =>
      log.error(
        { missing: names },
        `No payments are taken: the keys of the card provider are live and nobody sells. Set ${names.join(', ')} of cart-orders, or the seller at /console/shop-settings.`,
      ),
  });
  const checkSeller = (): Promise<void> => seller.requireSeller().catch(() => undefined);
  const restoreCheckout = createRestoreCheckout({ checkouts, findPurchased: cart.findPurchased });
  const listPayments = createPaymentListing({
    checkouts,
    updates,
    provider,
    returns,
    unmatched,
    restoreCheckout,
  });
  const restoration = createCartRestoration({
    checkouts,
    restoreLines: cart.restoreLines,
    onFailure: (error) => log.warn({ err: error }, 'could not restore a cart'),
  });
  const checkMs = checkPauses(config);
  const sweep = createSweep({
    checkouts,
    updates,
    applyEvents: createApplyEvents({ events, checkouts, updates, returns, onFailure }),
    followRefunds: createRefunds({
      checkouts,
      provider,
      returns,
      followPartRefunds: createFollowPartRefunds({
        store: partRefunds,
        provider,
        returns,
        checkMs: config.REFUND_CHECK_MS,
        onFailure,
      }),
      checkMs: config.REFUND_CHECK_MS,
      onFailure,
    }),
    followReturns: returns.follow,
    readFees: createReadFees({ fees, provider, onFailure }),
    restoreDueCarts: restoration.restoreDueCarts,
    checkMs,
    sweepMs: config.PAYMENT_SWEEP_MS,
    listPayments,
    listingMs: config.PAYMENT_LISTING_MS,
    callsPerSecond: config.PROVIDER_CALLS_PER_SECOND,
    onFailure,
  });
  const forged = new Counter({
    name: `${metrics.prefix}_forged_webhooks_total`,
    help: 'Webhooks with a wrong signature',
    registers: [metrics.registry],
  });

  const preparation = prepareDatabase(context, {
    database,
    async prepare(report) {
      report('creating indexes');
      await createIndexes(connection, COLLECTIONS);
      await fees.noteMissing();
    },
    onPrepared() {
      closers.every('check of the seller', SELLER_CHECK_MS, checkSeller, { atOnce: true });
      sweep.start();
      closers.add('sweep', sweep.close);
      openConsumer(context, {
        client,
        name: 'orders',
        groupId: `payments-orders${config.TOPIC_SUFFIX}`,
        topics: [purchasesTopic.name],
        events: ORDER_EVENTS,
        handle: createOrderEvents(checkouts),
      });
      openConsumer(context, {
        client,
        name: 'users',
        groupId: `payments-users${config.TOPIC_SUFFIX}`,
        topics: [usersTopic.name],
        events: USER_EVENTS,
        handle: accounts.handle,
      });
      closers.open('topic loss', () => watchTopicLoss({ client, connection, topics: outbox.ownedTopics }));
      const recordYears = config.RECORD_YEARS;
      const purgeContacts = createPurgeContacts({ checkouts, events, accounts, recordYears });
      closers.every('purge of contact data', PURGE_MS, purgeContacts);
    },
  });

  const { RAZORPAY_PREVIOUS_WEBHOOK_SECRET: previous } = config;
  return buildApp({
    logLevel: config.LOG_LEVEL,
    trustedProxies: trustedProxies(config),
    metrics,
    readiness: () => ({
      preparation: preparation.check(),
      seller: seller.check(),
      mongo: { ok: database.isConnected(), isAdvisory: true },
    }),
    isReady: preparation.isDone,
    verifyToken: createTokenVerifier({ url: config.JWKS_URL, file: config.JWKS_FILE }),
    isCurrent: accounts.isCurrent,
    serviceToken: acceptedServiceTokens(config),
    checkouts,
    payment: {
      priceCart: cart.priceCart,
      findPaymentLink: cart.findPaymentLink,
      createCheckout: createCheckouts({
        checkouts,
        provider,
        reserveStock: cart.reserveStock,
        firstCheckMs: checkMs[0] ?? config.PAYMENT_SWEEP_MS,
      }),
      openDialog: createOpenDialog({ checkouts, reserveStock: cart.reserveStock }),
      networkOf: createNetworkOf(linkSecrets(config)[0]),
      verifyPayment: createVerifyPayment({
        checkouts,
        updates,
        restoreCart: restoration.restoreCart,
        keySecret: config.RAZORPAY_KEY_SECRET,
      }),
      keyId: config.RAZORPAY_KEY_ID,
      requireSeller: seller.requireSeller,
      links: createOrderLinks(linkSecrets(config)),
      findOwner: async (checkoutId) => (await cart.findPurchased(checkoutId))?.paid.userId ?? null,
    },
    cardProvider: cardProviderOf(config),
    findProgress: cart.findProgress,
    acknowledge: outbox.acknowledge,
    fees,
    reconciliation: {
      reconciliation: mongoReconciliationStore(connection),
      outboxStats: outbox.stats,
      rearm: outbox.rearm,
      rearmSince: outbox.rearmSince,
      listPayments: () => listPayments(new Date(Date.now() - LONG_LISTING_MS)),
      replay: createReplayPayment({ provider, checkouts, updates, returns }),
    },
    partRefunds,
    isMailed: createIsMailed(config.NOTIFY_URL, config.SERVICE_TOKEN),
    webhooks: {
      events,
      secrets: [config.RAZORPAY_WEBHOOK_SECRET, ...(previous === undefined ? [] : [previous])],
      onStored: sweep.wake,
      onForged: () => forged.inc(),
    },
  });
}
