import { expect, it } from 'vitest';
import { cardProviderOf, readConfig } from './config.ts';

const stateOf = (env: Record<string, string>) =>
  cardProviderOf(
    readConfig({
      MONGO_URL: 'mongodb://127.0.0.1/payments',
      KAFKA_BROKERS: '127.0.0.1:9092',
      JWKS_URL: 'http://127.0.0.1/jwks',
      SERVICE_TOKEN: 's'.repeat(32),
      CART_ORDERS_URL: 'http://127.0.0.1',
      RAZORPAY_KEY_SECRET: 'k'.repeat(16),
      RAZORPAY_WEBHOOK_SECRET: 'w'.repeat(16),
      ...env,
    }),
  );

it.each([
  ['rzp_live_A1', 'https://api.razorpay.com', { mode: 'live', is_sandbox: false }],
  ['rzp_live_A1', 'https://api.razorpay.com/', { mode: 'live', is_sandbox: false }],
  ['rzp_test_A1', 'https://api.razorpay.com', { mode: 'test', is_sandbox: false }],
  ['rzp_test_sandbox', 'http://127.0.0.1:8026', { mode: 'test', is_sandbox: true }],
  ['rzp_live_A1', 'http://127.0.0.1:8026', { mode: 'live', is_sandbox: true }],
])('says of %s at %s what payments are', (key, url, state) => {
  expect(stateOf({ RAZORPAY_KEY_ID: key, RAZORPAY_BASE_URL: url })).toEqual(state);
});

it('takes the provider itself where no other server is set', () => {
  expect(stateOf({ RAZORPAY_KEY_ID: 'rzp_live_A1' })).toEqual({ mode: 'live', is_sandbox: false });
});
