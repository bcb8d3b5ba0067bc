import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { launchBrowser } from './browser.ts';

// The modal of the payment sandbox in a shop's page, as customers see it.

const KEY_ID = 'rzp_test_sandbox';
const KEY_SECRET = 'a-key-secret-of-some-length';
const SCRIPT = fileURLToPath(new URL('../../infra/sandbox/src/payments/server.ts', import.meta.url));
const EXPECT = { timeout: 60_000 };

let dataDir: string;
let sandbox: ServiceProcess;
let shop: Server;
let shopUrl: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vidhi-modal-'));
  sandbox = await startServiceProcess({
    script: SCRIPT,
    env: { DATA_DIR: dataDir, RAZORPAY_KEY_SECRET: KEY_SECRET, RAZORPAY_WEBHOOK_SECRET: 'w'.repeat(16) },
  });
  shop = createServer((_request, response) => {
    // As strict as a payment page can be: everything of the modal comes from the provider.
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${sandbox.url}; frame-src ${sandbox.url}`,
    );
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Shop</title><button>Buy</button><script src="${sandbox.url}/v1/checkout.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
});
afterEach(async () => page.close());
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => shop.close(resolve));
  await sandbox?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const orderResponse = (): Promise<Response> =>
  fetch(`${sandbox.url}/v1/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`,
    },
    body: JSON.stringify({ amount: 60_000, currency: 'INR' }),
  });
async function openPage(url: string): Promise<void> {
  page = await browser.newPage();
  page.setDefaultTimeout(EXPECT.timeout);
  await page.goto(url);
}

/** Opens the modal for a new order; the arguments of its callbacks are in `globalThis.calls` of the page. */
async function openModal(): Promise<string> {
  const order = (await (await orderResponse()).json()) as { id: string };
  await openPage(shopUrl);
  await page.getByRole('button', { name: 'Buy' }).focus();
  await page.evaluate(
    ([key, orderId]) => {
      const shopPage = globalThis as unknown as {
        calls: unknown[];
        Razorpay: new (options: object) => {
          open(): void;
          on(event: string, listener: (value: unknown) => void): void;
        };
      };
      shopPage.calls = [];
      const note = (name: string) => (value: unknown) => void shopPage.calls.push([name, value]);
      const payment = new shopPage.Razorpay({
        key,
        order_id: orderId,
        name: 'Vidhi',
        handler: note('handler'),
        modal: { ondismiss: note('dismiss') },
      });
      payment.on('payment.failed', note('failed'));
      payment.open();
    },
    [KEY_ID, order.id],
  );
  return order.id;
}
const modal = () => page.frameLocator('iframe.razorpay-checkout-frame');
const calls = () => page.evaluate(() => (globalThis as unknown as { calls: [string, unknown][] }).calls);
const fillCard = async (number: string): Promise<void> => {
  await modal().getByLabel('Card number').fill(number);
  await modal().getByLabel('Expiry').fill('12/90');
  await modal().getByLabel('CVV').fill('123');
  await modal().getByRole('button', { name: 'Pay ₹600.00' }).click();
};

const enterOtp = async (otp: string): Promise<void> => {
  await modal().getByLabel('OTP').fill(otp);
  await modal().getByRole('button', { name: 'Submit OTP' }).click();
};
const payByUpi = async (id: string): Promise<void> => {
  await modal().getByLabel('UPI', { exact: true }).check();
  await modal().getByLabel('UPI ID').fill(id);
  await modal().getByRole('button', { name: /^Pay/ }).click();
};
const failedBy = (reason: string) => ['failed', { error: { reason } }];

describe('the modal of checkout.js', () => {
  it.each([
    ['4100 2800 0000 1007', '1234'],
    ['5500 6700 0000 1002', '12345'],
    ['6527 6589 0000 1005', '123456'],
    ['3608 280009 1007', '12345678'],
    ['3402 560004 01007', '1234567890'],
  ])('fails with the card %s and a wrong OTP, and hands over the payment with %s', async (number, otp) => {
    const orderId = await openModal();
    await fillCard(number);
    await enterOtp('123');
    await expect.poll(calls, EXPECT).toMatchObject([failedBy('incorrect_otp')]);
    await fillCard(number);
    await enterOtp(otp);
    await expect
      .poll(calls, EXPECT)
      .toMatchObject([
        failedBy('incorrect_otp'),
        [
          'handler',
          { razorpay_order_id: orderId, razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ],
      ]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('fails with each error card for its reason, and pays the same order with another one', async () => {
    const orderId = await openModal();
    const reasons = {
      '4100 2800 0009 0000': 'payment_timed_out',
      '4100 2800 0008 0001': 'insufficient_funds',
      '4100 2800 0007 0002': 'payment_cancelled',
      '4100 2800 0006 0003': 'card_declined',
      '4100 2800 0003 0006': 'card_disabled_for_online_payments',
      '4100 2800 0001 0008': 'card_number_invalid',
      '4100 2800 0002 0007': 'gateway_technical_error',
      '4100 2800 0000 0009': 'authentication_failed',
    };
    const failed: unknown[] = [];
    for (const [number, reason] of Object.entries(reasons)) {
      await fillCard(number);
      await modal().getByRole('button', { name: 'Failure' }).click();
      failed.push(failedBy(reason));
      await expect.poll(calls, EXPECT).toMatchObject(failed);
      expect(await modal().getByRole('alert').textContent()).not.toBe('');
    }
    await fillCard('4100 2800 0000 1007');
    await enterOtp('1234');
    await expect.poll(calls, EXPECT).toMatchObject([...failed, ['handler', { razorpay_order_id: orderId }]]);
  });

  it('pays by UPI after another id has failed, and by netbanking', async () => {
    await openModal();
    await payByUpi('failure@razorpay');
    await expect.poll(calls, EXPECT).toMatchObject([failedBy('payment_failed')]);
    await payByUpi('success@razorpay');
    await expect.poll(calls, EXPECT).toMatchObject([failedBy('payment_failed'), ['handler', {}]]);
    await page.close();
    await openModal();
    await modal().getByLabel('Netbanking').check();
    await modal().getByRole('button', { name: /^Pay/ }).click();
    await modal().getByRole('button', { name: 'Success' }).click();
    await expect.poll(calls, EXPECT).toMatchObject([['handler', {}]]);
  });

  it('closes with Escape inside and outside of its frame, and gives the focus back', async () => {
    await openModal();
    await modal().getByLabel('Card number').press('Escape');
    await expect.poll(calls, EXPECT).toMatchObject([['dismiss', undefined]]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Buy');
  });
});

describe('the control page', () => {
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const webhooks = async () =>
    (await (await fetch(`${sandbox.url}/control/webhooks`)).json()) as { body: string; state: string }[];

  it('pays another amount without webhooks, a second time, and fails calls of the API', async () => {
    const { id } = (await (await orderResponse()).json()) as { id: string };
    await openPage(sandbox.url);
    await page.getByLabel('Delivery').selectOption('lost');
    await page.getByLabel('Another amount').fill('12345');
    await page.getByLabel('Method').selectOption('upi');
    await row(id).getByRole('button', { name: 'captured' }).click();
    await row(id).filter({ hasText: '₹123.45' }).filter({ hasText: 'upi' }).waitFor();
    const ofOrder = (await webhooks()).filter(({ body }) => body.includes(id));
    expect(new Set(ofOrder.map(({ state }) => state))).toEqual(new Set(['lost']));

    await row(id).getByRole('button', { name: 'second payment' }).click();
    await row(id).filter({ hasText: 'card' }).filter({ hasText: '₹600.00' }).waitFor();

    await page.getByLabel('Call').fill('POST /v1/orders');
    await page.getByLabel('Times').fill('9');
    await page.getByLabel('Status', { exact: true }).fill('429');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await row('POST /v1/orders').filter({ hasText: '429' }).waitFor();
    expect((await orderResponse()).status).toBe(429);
    await page.getByRole('button', { name: 'Remove all faults' }).click();
    await row('POST /v1/orders').waitFor({ state: 'detached' });
    expect((await orderResponse()).status).toBe(200);
  });
});
