import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxesOf } from '../src/sandboxes.mjs';

const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_live_x',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'other',
};
const MAIL = { SMTP_URL: 'smtps://user:password@mail.example' };

const running = (env: Record<string, string>): string[] => {
  const { inbox, payments, missing } = sandboxesOf(env);
  return [
    ...(inbox ? ['inbox'] : []),
    ...(payments ? ['payments'] : []),
    ...missing.map(({ service }) => `no ${service}`),
  ];
};

describe('the sandboxes', () => {
  it('run for the demo', () => {
    expect(running({})).toEqual(['inbox', 'payments']);
    expect(running({ PUBLIC_URL: 'https://demo.example' })).toEqual(['inbox', 'payments']);
    expect(running({ SMTP_URL: '', RAZORPAY_KEY_SECRET: '' })).toEqual(['inbox', 'payments']);
  });

  it('do not run on a site that sells', () => {
    expect(running({ ...MAIL, ...KEYS })).toEqual([]);
  });

  it.each(Object.keys(KEYS))('do not run beside %s alone, nor beside its file', (name) => {
    expect(running({ [name]: 'value' })).toEqual(['no notify']);
    expect(running({ [`${name}_FILE`]: '/run/secrets/key' })).toEqual(['no notify']);
  });

  it('do not run beside a mail server', () => {
    expect(running(MAIL)).toEqual(['no payments']);
    const folder = mkdtempSync(join(tmpdir(), 'vidhi-smtp-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'smtp'), `${MAIL.SMTP_URL}\n`);
    expect(running({ SMTP_URL_FILE: join(folder, 'smtp') })).toEqual(['no payments']);
  });

  it('do not run beside a mail server of the same machine on a site that others reach', () => {
    expect(running({ SMTP_URL: 'smtp://127.0.0.1:25', PUBLIC_URL: 'https://site.example' })).toEqual([
      'no payments',
    ]);
  });

  it('run where only the other one is replaced by a program of the developer', () => {
    expect(running({ SMTP_URL: 'smtp://127.0.0.1:2525' })).toEqual(['payments']);
    expect(running({ ...KEYS, RAZORPAY_BASE_URL: 'http://localhost:9000' })).toEqual(['inbox']);
  });
});
