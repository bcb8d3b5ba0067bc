import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { openPayments, type PaymentsOptions } from './open-payments.ts';

export const KEY_ID = 'rzp_test_sandbox';
export const KEY_SECRET = 'a-key-secret-of-some-length';
export const WEBHOOK_SECRET = 'a-webhook-secret-of-some-length';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Creates a shop's webhook endpoint: stores what it receives, and responds with the next of `statuses`, then with 200.
 */
export async function aWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.statusCode = statuses.shift() ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    statuses,
    events: () => received.map(({ body }) => (JSON.parse(body) as { event: string }).event),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Creates the sandbox in a folder of its own. `restart` opens another one over the same folder. */
export async function aPaymentSandbox(options: Partial<PaymentsOptions> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidhi-payments-'));
  const open = async () => {
    const sandbox = await openPayments({
      dataDir,
      keyId: KEY_ID,
      keySecret: KEY_SECRET,
      webhookSecret: WEBHOOK_SECRET,
      webhookUrl: undefined,
      webhookTimeoutMs: 5_000,
      webhookRetryMs: 1,
      ...options,
    });
    const app = await createServiceApp({
      name: 'payment-sandbox',
      logLevel: false,
      metrics: createMetrics('payment-sandbox'),
    });
    await app.register(sandbox.routes);
    return { app, sandbox };
  };
  let current = await open();
  const stop = async () => {
    await current.sandbox.close();
    await current.app.close();
  };
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const { statusCode, body } = await current.app.inject({
      method,
      url,
      headers: { host: '127.0.0.1', ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return {
      status: statusCode,
      body: body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body,
    };
  };
  const authorization = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`;
  return {
    send,
    /** A call of Razorpay's API with the merchant's credentials. */
    call: (
      method: 'GET' | 'POST' | 'PATCH',
      url: string,
      payload?: object,
      headers: Record<string, string> = {},
    ) => send(method, url, payload, { authorization, ...headers }),
    /** Listens on a port of this machine, for what needs a connection. */
    listen: () => current.app.listen({ host: '127.0.0.1', port: 0 }),
    authorization,
    async restart() {
      await stop();
      current = await open();
    },
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
