import { expect, it } from 'vitest';
import { bounceSettings, readConfig } from './config.ts';

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

const MAILBOX = { BOUNCE_IMAP_URL: 'imaps://bounces:secret@mail.example/INBOX' };
const settingsOf = (more: Record<string, string>) => bounceSettings(readConfig({ ...ENV, ...more }));

it('reads no mailbox of what came back unless both of its settings are there', () => {
  expect(settingsOf({})).toBeNull();
  expect(() => settingsOf(MAILBOX)).toThrow('must be set together');
  expect(() => settingsOf({ BOUNCE_ADDRESS: 'bounces@site.example' })).toThrow('must be set together');
  const plain = settingsOf({ ...MAILBOX, BOUNCE_ADDRESS: 'bounces@site.example' });
  expect(plain?.addressOf('t')).toBe('bounces@site.example');
  const perMail = settingsOf({ ...MAILBOX, BOUNCE_ADDRESS: 'bounces+{token}@site.example' });
  expect(perMail?.addressOf('t')).toBe('bounces+t@site.example');
});

it.each(['nobody', 'a b@site.example', `${'x'.repeat(20)}+{token}@site.example`])(
  'rejects %s as the address of that mailbox',
  (address) => {
    expect(() => settingsOf({ ...MAILBOX, BOUNCE_ADDRESS: address })).toThrow('BOUNCE_ADDRESS');
  },
);
