import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProviderRejectedError, ProviderThrottledError, ProviderUnavailableError } from './provider.ts';
import { createRazorpay } from './razorpay.ts';

interface Received {
  method: string | undefined;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

const KEY_SECRET = 'a-key-secret-of-some-length';
const PAYMENT = {
  id: 'pay_1',
  order_id: 'order_1',
  amount: 60_000,
  currency: 'INR',
  status: 'captured',
  method: 'card',
  captured: true,
  amount_refunded: 0,
};
const REFUND = { id: 'rfnd_1', payment_id: 'pay_1', amount: 100, status: 'pending' };
const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let received: Received[];
let respond: (response: ServerResponse) => void;
let server: ReturnType<typeof createServer>;
let baseUrl: string;
beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url = '', headers } = request;
      received.push({ method, url: new URL(url, baseUrl), headers, body: Buffer.concat(chunks).toString() });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const aClient = (options: { baseUrl?: string; timeoutMs?: number } = {}) =>
  createRazorpay({ baseUrl, keyId: 'rzp_test_1', keySecret: KEY_SECRET, timeoutMs: 10_000, ...options });
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('calls of Razorpay', () => {
  it('create orders with the credentials and the receipt of the checkout', async () => {
    respond = json({ id: 'order_1' });
    const order = { amountPaise: 60_000, receipt: 'co_1', notes: { checkout_id: 'co_1' } };
    expect(await aClient({ baseUrl: `${baseUrl}/v1` }).createOrder(order)).toEqual({ id: 'order_1' });
    const [{ method, url, headers, body }] = received as [Received];
    expect([method, url.pathname]).toEqual(['POST', '/v1/orders']);
    expect(headers.authorization).toBe(`Basic ${btoa(`rzp_test_1:${KEY_SECRET}`)}`);
    expect(JSON.parse(body)).toEqual({
      amount: 60_000,
      currency: 'INR',
      receipt: 'co_1',
      unique_receipt: true,
      notes: { checkout_id: 'co_1' },
    });
  });

  it('send the idempotency key of a refund as a header, and nothing of it in the body', async () => {
    respond = json(REFUND);
    expect(await aClient().refund('pay_1', 100, 'refund-co_1-pay_1')).toEqual(REFUND);
    const [{ url, headers, body }] = received as [Received];
    expect(url.pathname).toBe('/v1/payments/pay_1/refund');
    expect(headers).toMatchObject({
      'x-refund-idempotency': 'refund-co_1-pay_1',
      'content-type': 'application/json',
      authorization: expect.stringMatching(/^Basic /),
    });
    expect(JSON.parse(body)).toEqual({ amount: 100 });
  });

  it('capture the amount of a payment', async () => {
    respond = json(PAYMENT);
    expect(await aClient().capture(PAYMENT)).toEqual(PAYMENT);
    const [{ url, body }] = received as [Received];
    expect([url.pathname, JSON.parse(body)]).toEqual([
      '/v1/payments/pay_1/capture',
      { amount: 60_000, currency: 'INR' },
    ]);
  });

  it('read every page of a list since a time', async () => {
    const since = new Date(1_790_000_000_500);
    const client = aClient();
    for (const [path, item, list] of [
      ['/v1/payments', PAYMENT, () => client.listPaymentsSince(since)],
      ['/v1/refunds', REFUND, () => client.listRefundsSince(since)],
      [
        '/v1/disputes',
        { ...REFUND, id: 'disp_1', amount_deducted: 0 },
        () => client.listDisputesSince(since),
      ],
    ] as const) {
      received = [];
      respond = (response) => json({ items: Array(received.length === 1 ? 100 : 1).fill(item) })(response);
      expect(await list()).toHaveLength(101);
      expect(received.map(({ url }) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
        [path, { from: '1790000000', count: '100', skip: '0' }],
        [path, { from: '1790000000', count: '100', skip: '100' }],
      ]);
    }
  });

  it('read a hundred payments of an order, and every refund of a payment', async () => {
    respond = json({ items: [PAYMENT] });
    expect(await aClient().listPayments('order_1')).toEqual([PAYMENT]);
    respond = json({ items: [REFUND] });
    expect(await aClient().listRefunds('pay_1')).toEqual([REFUND]);
    expect(received.map(({ url }) => [url.pathname, url.searchParams.get('count')])).toEqual([
      ['/v1/orders/order_1/payments', '100'],
      ['/v1/payments/pay_1/refunds', '100'],
    ]);
  });

  it.each(['..', '.', '', '../refunds', 'pay_1/refund', 'pay_1?expand[]=card', '%2e%2e', 'pay_1#', 'pay 1'])(
    'are not sent for the id %j, which may come from a browser',
    async (id) => {
      respond = json(PAYMENT);
      const client = aClient();
      const calls = [
        client.findPayment(id),
        client.listPayments(id),
        client.listRefunds(id),
        client.findDispute(id),
        client.findReceipt(id),
        client.capture({ ...PAYMENT, id }),
        client.refund(id, 100, 'key'),
      ];
      for (const call of calls) expect(await failureOf(call)).toBeInstanceOf(ProviderRejectedError);
      expect(received).toEqual([]);
    },
  );

  it('do not go through a proxy of the environment', async () => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
    respond = json(PAYMENT);
    expect(await aClient().findPayment('pay_1')).toEqual(PAYMENT);
  });
});

describe('failures of Razorpay', () => {
  it('leave a refund unknown whose success has another form', async () => {
    respond = json({ ...REFUND, status: null });
    const failure = await failureOf(aClient().refund('pay_1', 100, 'refund-co_1-pay_1'));
    expect(failure).toBeInstanceOf(ProviderUnavailableError);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a server error', json({ error: { code: 'SERVER_ERROR' } }, 500)],
    ['a refund that another request is making', json({ error: {} }, 409)],
    ['a time-out', json({ error: {} }, 408)],
    ['a locked payment', json({ error: {} }, 423)],
    ['a call that came too early', json({ error: {} }, 425)],
    ['a redirect', (response) => response.writeHead(302, { location: '/v1/orders' }).end('{}')],
    ['a page of a proxy', (response) => response.writeHead(404).end('<html>')],
    ['a success without JSON', (response) => response.writeHead(200).end('<html>')],
    ['an empty success', (response) => response.writeHead(200).end()],
    ['a closed connection', (response) => response.destroy()],
    [
      'a connection that closes within the body',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"id"');
        response.socket?.destroy();
      },
    ],
  ])('after %s it is unknown whether the call had an effect', async (_name, respondWith) => {
    respond = respondWith;
    const client = aClient();
    for (const call of [
      () => client.findPayment('pay_1'),
      () => client.refund('pay_1', 100, 'refund-co_1-pay_1'),
    ]) {
      const failure = await failureOf(call());
      expect(failure).toBeInstanceOf(ProviderUnavailableError);
      expect(failure).not.toBeInstanceOf(ProviderThrottledError);
    }
    expect(received).toHaveLength(2);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['without a response', () => undefined],
    [
      'whose body never ends',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('end a call %s at its deadline', async (_name, respondWith) => {
    respond = respondWith;
    const client = aClient({ timeoutMs: 60 });
    expect(await failureOf(client.findPayment('pay_1'))).toBeInstanceOf(ProviderUnavailableError);
    expect(await failureOf(client.refund('pay_1', 100, 'refund-co_1-pay_1'))).toBeInstanceOf(
      ProviderUnavailableError,
    );
  });

  it('tell where nothing listens, without the credentials', async () => {
    const failure = await failureOf(aClient({ baseUrl: 'http://127.0.0.1:9' }).findPayment('pay_1'));
    expect(failure).toBeInstanceOf(ProviderUnavailableError);
    expect((failure as Error).message).toMatch(/^GET \/v1\/payments\/pay_1 had no response: \w/);
    const shown = inspect(failure, { depth: 20, showHidden: true });
    expect(shown).not.toContain(KEY_SECRET);
    expect(shown).not.toContain(btoa(`rzp_test_1:${KEY_SECRET}`));
  });

  it('tell that there were too many calls', async () => {
    respond = json({ error: { description: 'Too many requests' } }, 429);
    expect(await failureOf(aClient().findPayment('pay_1'))).toBeInstanceOf(ProviderThrottledError);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an unknown id', json({ error: { code: 'BAD_REQUEST_ERROR' } }, 400)],
    ['an error without a body of an error', json(null, 401)],
    ['another form', json({ ...PAYMENT, amount: '60000' })],
    ['null', json(null)],
  ])('reject a response with %s', async (_name, respondWith) => {
    respond = respondWith;
    expect(await failureOf(aClient().findPayment('pay_1'))).toBeInstanceOf(ProviderRejectedError);
  });

  it('reject a call that the SDK does not send', async () => {
    respond = json(PAYMENT);
    expect(await failureOf(aClient().findPayment(''))).toBeInstanceOf(ProviderRejectedError);
    expect(received).toEqual([]);
  });
});
