import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const ENV = {
  MONGO_URL: 'mongodb://127.0.0.1:1/notify',
  KAFKA_BROKERS: '127.0.0.1:2',
  REDIS_URL: 'redis://127.0.0.1:3',
  SERVICE_TOKEN: 'a-service-token-of-32-characters!',
  ACCOUNTS_URL: 'http://127.0.0.1:4',
  CART_ORDERS_URL: 'http://127.0.0.1:5',
  CATALOG_URL: 'http://127.0.0.1:8',
  NEWS_URL: 'http://127.0.0.1:7',
  JWKS_URL: 'http://127.0.0.1:4/.well-known/jwks.json',
  SMTP_URL: 'smtp://127.0.0.1:6',
};

it('opens five connections to the mail server by default, and 1 to 100 when set', () => {
  expect(readConfig(ENV).SMTP_CONNECTIONS).toBe(5);
  expect(readConfig({ ...ENV, SMTP_CONNECTIONS: '100' }).SMTP_CONNECTIONS).toBe(100);
  for (const outside of ['0', '101'])
    expect(() => readConfig({ ...ENV, SMTP_CONNECTIONS: outside })).toThrow(/SMTP_CONNECTIONS/);
});
