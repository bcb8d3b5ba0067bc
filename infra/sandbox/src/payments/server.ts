import { openapiPlugin } from '@vidhi/service-kit/openapi.ts';
import { runService } from '@vidhi/service-kit/run-service.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { readConfig } from './config.ts';
import { openPayments } from './open-payments.ts';

const config = readConfig(process.env);

await runService({
  name: 'payment-sandbox',
  config,
  async open({ metrics, closers }) {
    const payments = await openPayments({
      dataDir: config.DATA_DIR,
      keyId: config.RAZORPAY_KEY_ID,
      keySecret: config.RAZORPAY_KEY_SECRET,
      webhookSecret: config.RAZORPAY_WEBHOOK_SECRET,
      webhookUrl: config.RAZORPAY_WEBHOOK_URL,
      webhookTimeoutMs: config.WEBHOOK_TIMEOUT_MS,
      webhookRetryMs: config.WEBHOOK_RETRY_MS,
      refundSettleMs: config.REFUND_SETTLE_MS,
      hostNames: config.HOST_NAMES.split(','),
    });
    closers.add('webhooks and refunds', () => payments.close());
    const app = await createServiceApp({ name: 'payment-sandbox', logLevel: config.LOG_LEVEL, metrics });
    await app.register(openapiPlugin, { title: 'Payment sandbox' });
    await app.register(payments.routes);
    return app;
  },
});
