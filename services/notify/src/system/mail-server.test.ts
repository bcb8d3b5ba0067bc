import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { mailServerOf } from './mail-server.ts';

const stateOf = (env: Record<string, string>) =>
  mailServerOf(
    readConfig({
      MONGO_URL: 'mongodb://127.0.0.1/notify',
      KAFKA_BROKERS: '127.0.0.1:9092',
      REDIS_URL: 'redis://127.0.0.1',
      JWKS_URL: 'http://127.0.0.1/jwks',
      SERVICE_TOKEN: 's'.repeat(32),
      ACCOUNTS_URL: 'http://127.0.0.1',
      CART_ORDERS_URL: 'http://127.0.0.1',
      CATALOG_URL: 'http://127.0.0.1',
      NEWS_URL: 'http://127.0.0.1',
      ...env,
    }),
  );

describe('the mail server', () => {
  it('is named without user and password', () => {
    const state = stateOf({
      SMTP_URL: 'smtps://robot%40site:pass-word@mail.lex.example:465?pool=true',
      MAIL_FROM: 'no-reply@lex.example',
    });
    expect(state).toEqual({ host: 'mail.lex.example', sender: 'no-reply@lex.example', is_sandbox: false });
  });

  it.each([
    'smtp://robot:pa/ss-word@mail.lex.example',
    'smtp://ro/bot:pass-word@mail.lex.example',
    'smtp://robot#1:pass-word@mail.lex.example',
    'smtp://robot?1:pass-word@mail.lex.example',
  ])('has no host where a part of the password could be taken for it: %s', (url) => {
    expect(stateOf({ SMTP_URL: url }).host).toBeNull();
  });

  it('is the sandbox only while mails go there', () => {
    const sandbox = { MAIL_SANDBOX: 'smtp://127.0.0.1:2525' };
    expect(stateOf({ ...sandbox, SMTP_URL: 'smtp://127.0.0.1:2525' }).is_sandbox).toBe(true);
    // A Postfix on the same machine, and a setting of the sandbox that an override has left.
    expect(stateOf({ SMTP_URL: 'smtp://127.0.0.1:25' }).is_sandbox).toBe(false);
    expect(stateOf({ ...sandbox, SMTP_URL: 'smtp://127.0.0.1:25' }).is_sandbox).toBe(false);
  });
});
