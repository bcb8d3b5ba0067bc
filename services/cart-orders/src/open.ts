import type { FastifyInstance } from 'fastify';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafkaOf } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import { addModelGauges } from '@vidhi/content-service';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { watchTopicLoss } from '@vidhi/messaging/topic-loss.ts';
import { keepEnsuringTopics } from '@vidhi/messaging/topic-setup.ts';
import { mongoOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { inProcessCounters } from '@vidhi/service-kit/attempt-counters.ts';
import { createOrderLinks, linkSecrets } from '@vidhi/service-kit/order-link.ts';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { openDatabase } from '@vidhi/service-kit/open-database.ts';
import { createIndexes } from '@vidhi/service-kit/stored-collection.ts';
import { prepareDatabase } from '@vidhi/service-kit/preparation.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { openTokenVerifier } from '@vidhi/service-kit/api-token-verifier.ts';
import { acceptedServiceTokens } from '@vidhi/service-kit/service-env.ts';
import { buildApp } from './app.ts';
import { openBillRenderer } from './bills/open-bill-renderer.ts';
import { createBillSeries } from './bills/bill-series.ts';
import { createPurchaseDocuments } from './bills/purchase-documents.ts';
import { mongoUnprintableStore } from './bills/unprintable-documents.ts';
import { mongoPurchaseNumbers } from './bills/purchase-numbers.ts';
import { createCleanCarts } from './carts/clean-carts.ts';
import { mongoCartImporter } from './carts/cart-importer.ts';
import { mongoCartStore } from './carts/mongo-cart-store.ts';
import { COLLECTIONS } from './collections.ts';
import { COPIED_EVENTS, openCatalogueCopy } from './catalogue/catalogue-copy.ts';
import { createCopiedEvents } from './catalogue/copied-events.ts';
import { cartCookieSecrets, type Config } from './config.ts';
import { sellerOf } from './settings/seller.ts';
import { installedSettings } from './settings/shop-settings.ts';
import { SHOP_SETTINGS } from './settings/shop-settings-collection.ts';
import { mongoShopSettings } from './settings/shop-settings-store.ts';
import { openDesk } from './desk/open-desk.ts';
import { createFindOrder } from './purchases/find-order.ts';
import { createFindConfirmedAddress, createGuestOrders } from './purchases/guest-orders.ts';
import { createPurchaseEvents } from './purchases/purchase-events.ts';
import { PAYMENT_EVENTS, createPaymentEvents } from './purchases/payment-events.ts';
import { createNoteReturns, mongoPurchaseReturnsStore } from './purchases/purchase-returns.ts';
import { createPurchases } from './purchases/create-purchase.ts';
import { mongoLineClaims } from './purchases/line-claims.ts';
import { createHandOrders } from './hand/create-hand-order.ts';
import { createRefunds } from './hand/hand-payments.ts';
import { openPaymentLinks } from './links/open-payment-links.ts';
import { openOutboxes } from './outboxes/open-outboxes.ts';
import { createPaymentsClient } from './purchases/payments-client.ts';
import { MONEY_ACTS, mongoNoteMoneyAct } from './money/money-actions.ts';
import { mongoMoneyStore } from './money/money-store.ts';
import { createReconciliation } from './reconciliation/reconcile.ts';
import { addReconciliationMetrics } from './reconciliation/reconciliation-metrics.ts';
import { createReconciliationSources } from './reconciliation/reconciliation-sources.ts';
import { isbnOf, listBooks, pictureUrlOf, publisherOf } from './catalogue/book-facts.ts';
import { createStockAudit } from './stock/stock-audit.ts';
import { createRemoveExpired } from './retention/remove-expired.ts';
import { BOOK_STOCK } from './stock/stock-collection.ts';
import { mongoStockMoves } from './stock/stock-moves.ts';
import { mongoStockStore } from './stock/stock-store.ts';
import { mongoPurchaseStore } from './purchases/purchase-store.ts';

const SWEEP_MS = 3_600_000;

/** Opens the whole service. */
export async function open(context: ServiceContext, config: Config): Promise<FastifyInstance> {
  const { log, metrics, closers } = context;
  const database = openDatabase(context, config);
  const { connection, connected } = database;
  const carts = mongoCartStore(connection);
  const client = connectKafkaOf('cart-orders', config, context);
  const { live, topics, apply } = openCatalogueCopy({
    connection,
    client,
    topicSuffix: config.TOPIC_SUFFIX,
    dataDir: config.DATA_DIR,
  });
  closers.add('model', () => live.close());
  const auditTopic = withSuffix(TOPICS.siteAudit, config.TOPIC_SUFFIX);
  const checkoutsTopic = withSuffix(TOPICS.paymentsCheckouts, config.TOPIC_SUFFIX);
  const purchasesTopic = withSuffix(TOPICS.ordersPurchases, config.TOPIC_SUFFIX);
  closers.open('topics', () => keepEnsuringTopics(client, [checkoutsTopic, purchasesTopic, auditTopic]));
  const producer = closers.open('producer', () => createProducer(client));
  const { outbox, openAuditOutbox, measure } = openOutboxes(context, {
    connection,
    connected,
    config,
    producer,
    purchasesTopic,
    auditTopic,
  });
  const stockOutbox = openAuditOutbox<number>('outbox of the stock', BOOK_STOCK.name);
  const moneyOutbox = openAuditOutbox<string>('outbox of acts on money', MONEY_ACTS.name);
  const settingsOutbox = openAuditOutbox<string>('outbox of the settings', SHOP_SETTINGS.name);
  const settings = mongoShopSettings(connection, {
    installed: installedSettings(config),
    auditTopic,
    publish: settingsOutbox.notify,
  });
  const purchases = mongoPurchaseStore(connection);
  const payments = createPaymentsClient(config.PAYMENTS_URL, config.SERVICE_TOKEN);
  const stock = mongoStockStore(connection);
  const paymentLinks = openPaymentLinks(context, {
    connection,
    connected,
    config,
    producer,
    stock,
    topic: purchasesTopic,
    auditTopic,
    readReturnDays: async () => (await settings.read()).return_days,
  });
  measure(paymentLinks.outbox);
  const unprintable = mongoUnprintableStore(connection);
  const renderer = closers.open('renderer of bills', () => openBillRenderer(metrics, log, unprintable));
  const returns = {
    store: mongoPurchaseReturnsStore(connection),
    topic: purchasesTopic,
    notify: (id: string) => outbox.notify(id),
  };
  const refunds = createRefunds({
    payments,
    purchases,
    // Its caller makes the documents.
    noteReturns: createNoteReturns({ ...returns, makeDocuments: async () => undefined }),
  });
  const documents = createPurchaseDocuments({
    purchases,
    series: createBillSeries(
      connection,
      mongoPurchaseNumbers(connection, async () => sellerOf(await settings.read())),
    ),
    refund: refunds.refund,
    stock,
    move: mongoStockMoves(connection).move,
    render: renderer.render,
    onFailure: (error, purchaseId) =>
      log.warn({ err: error, purchaseId }, 'could not make the documents of a purchase'),
  });
  const desk = openDesk({
    connection,
    config,
    log,
    documents,
    refunds,
    auditTopic,
    openAuditOutbox,
    isbnOf: (bookId) => isbnOf(live.model, bookId),
  });
  const { makeDocuments } = desk;
  const links = createOrderLinks(linkSecrets(config));
  const guestOrders = createGuestOrders({
    purchases,
    findConfirmedAddress: createFindConfirmedAddress(config.ACCOUNTS_URL, config.SERVICE_TOKEN),
    onFailure: (error) => log.warn({ err: error }, 'could not look for orders of a guest'),
  });
  const cleanCart: Parameters<typeof createPurchases>[0]['cleanCart'] = ({ _id, lines }) =>
    carts.takePurchased(_id, lines);
  const noteReturns = createNoteReturns({ ...returns, makeDocuments });
  const purchaseEvents = createPurchaseEvents(purchasesTopic, auditTopic);
  const facts = {
    nextOrderId: () => nextId(connection, 'order'),
    pictureOf: (bookId: number) => pictureUrlOf(live.model, bookId),
    publisherOf: (bookId: number) => publisherOf(live.model, bookId),
  };
  const createHandOrder = createHandOrders({
    purchases,
    stock,
    topic: purchasesTopic,
    events: purchaseEvents,
    ...facts,
    readReturnDays: async () => (await settings.read()).return_days,
    notify: (id) => outbox.notify(id),
    makeDocuments,
    onFailure: (error, purchaseId) =>
      log.warn({ err: error, purchaseId }, 'could not complete an order by hand'),
  });
  const createPurchase = createPurchases({
    purchases,
    paymentLinks: paymentLinks.store,
    outbox,
    topic: purchasesTopic,
    ...facts,
    claims: mongoLineClaims(connection, purchases),
    stock,
    noteReturns,
    makeDocuments,
    cleanCart,
  });

  const cleanCarts = createCleanCarts({
    purchases,
    cleanCart,
    onFailure: (error, purchaseId) => log.warn({ err: error, purchaseId }, 'could not clean a cart'),
  });
  const sources = createReconciliationSources({
    paymentsUrl: config.PAYMENTS_URL,
    notifyUrl: config.NOTIFY_URL,
    serviceToken: config.SERVICE_TOKEN,
  });
  const reconciliation = createReconciliation({
    sources,
    purchases,
    findPaid: payments.findPaid,
    createPurchase,
    noteReturns,
    makeDocuments,
    outbox,
    cleanCarts,
    graceMs: config.RECONCILIATION_GRACE_MS,
    intervalMs: config.RECONCILIATION_MS,
  });
  const showReport = addReconciliationMetrics(metrics);

  addModelGauges(metrics, live);

  const preparation = prepareDatabase(context, {
    database,
    async prepare(report) {
      report('creating indexes');
      await createIndexes(connection, COLLECTIONS);
      report('numbering orders of older releases');
      await purchases.numberOlder();
      await desk.noteProblems();
    },
    onPrepared() {
      openConsumer(context, {
        client,
        name: 'copies',
        groupId: `cart-orders-copies${config.TOPIC_SUFFIX}`,
        topics: topics.map(({ name }) => name),
        events: COPIED_EVENTS,
        handle: createCopiedEvents({ carts, purchases, stock, apply }),
      });
      openConsumer(context, {
        client,
        name: 'payments',
        groupId: `cart-orders-payments${config.TOPIC_SUFFIX}`,
        topics: [checkoutsTopic.name],
        events: PAYMENT_EVENTS,
        handle: createPaymentEvents({
          payments,
          purchases,
          createPurchase,
          noteReturns,
          followRefunds: desk.follow,
        }),
      });
      closers.open('topic loss', () => watchTopicLoss({ client, connection, topics: outbox.ownedTopics }));
      closers.every('cleanup of carts', config.CLEANUP_SWEEP_MS, cleanCarts);
      closers.every('payment links', config.CLEANUP_SWEEP_MS, paymentLinks.paymentLinks.sweep);
      closers.every('sweep of the desk', config.CLEANUP_SWEEP_MS, desk.sweep);
      closers.every('expired reservations', config.CLEANUP_SWEEP_MS, stock.removeExpired);
      closers.every('documents of purchases', config.CLEANUP_SWEEP_MS, documents.sweep);
      const removeExpired = createRemoveExpired({ carts, purchases, paymentLinks, unprintable, config });
      closers.every('sweep of expired data', SWEEP_MS, removeExpired);
      closers.every('reconciliation', config.RECONCILIATION_MS, async () =>
        showReport(await reconciliation.measureChanges()),
      );
    },
  });

  return buildApp({
    logLevel: config.LOG_LEVEL,
    metrics,
    readiness: () => ({
      preparation: preparation.check(),
      catalogue: live.readiness(),
      mongo: { ok: database.isConnected(), isAdvisory: true },
    }),
    isReady: () => preparation.isDone() && live.isReady(),
    unprintable,
    deskStock: {
      moves: mongoStockMoves(connection),
      listBooks: () => listBooks(live.model),
      audited: createStockAudit(auditTopic),
      publish: (bookId) => stockOutbox.notify(bookId),
    },
    handOrders: { create: createHandOrder },
    paymentLinks,
    packing: { renderPacking: renderer.renderPacking },
    verifyToken: openTokenVerifier(config),
    publicUrl: config.PUBLIC_URL,
    cartCookieSecrets: cartCookieSecrets(config),
    serviceToken: acceptedServiceTokens(config),
    carts,
    cartImport: {
      importer: mongoCartImporter(connection),
      origin: mongoOrigin(connection),
    },
    catalogue: live,
    orders: { purchases, payments, guestOrders, createPurchase },
    purchaseEvents: {
      events: purchaseEvents,
      notify: (id) => outbox.notify(id),
    },
    settings,
    orderStatus: {
      links,
      findOrder: createFindOrder({ purchases, links, counters: inProcessCounters() }),
    },
    documents,
    makeDocuments,
    desk: desk.routes,
    stock,
    stockLimits: {
      holdMs: config.STOCK_HOLD_MS,
      dialogMs: config.STOCK_DIALOG_MS,
      networkPercent: config.UNPAID_PERCENT_PER_ADDRESS,
    },
    reconciliation,
    money: {
      store: mongoMoneyStore(connection),
      note: mongoNoteMoneyAct(connection, { auditTopic, publish: (id) => moneyOutbox.notify(id) }),
      payments: sources,
    },
  });
}
