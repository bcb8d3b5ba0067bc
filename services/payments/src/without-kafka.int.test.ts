import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrokerProxy } from '@vidhi/testing/engine-proxy.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import { startPurchaseSite, type PurchaseSite } from './purchase-site-builder.ts';

let site: PurchaseSite;
let kafka: Awaited<ReturnType<typeof startBrokerProxy>>;

beforeAll(async () => {
  kafka = await startBrokerProxy(testEngines().kafkaBrokers);
  kafka.set('cut');
  site = await startPurchaseSite({ KAFKA_BROKERS: kafka.brokers });
});
afterAll(async () => {
  await site?.end();
  await kafka.close();
});

it('starts while Kafka is away, takes payments, and the orders follow when it is back', async () => {
  const buyer = await site.purchases.aBuyer();
  const { status, body } = await buyer.checkout();
  expect(status).toBe(200);
  const orderId = String(body['id']);
  expect((await site.purchases.verify(await site.purchases.pay(orderId))).body).toMatchObject({
    status: 'paid',
  });
  expect(await site.purchases.statusOf(orderId)).toBe('PAID');
  expect(await buyer.orders()).toEqual([]);
  kafka.set('open');
  await site.purchases.expectSettled(buyer, orderId);
});
