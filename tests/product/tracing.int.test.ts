import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startOwnProduct, type OwnProduct } from '@vidhi/harness/own-product.ts';
import { startTraceReceiver, type TraceReceiver } from './trace-receiver.ts';

const SOON = { timeout: 300_000, interval: 100 };
const ended = new AbortController();
let receiver: TraceReceiver;
let product: OwnProduct;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  product = await startOwnProduct({
    name: 'tracing',
    readers: 1,
    leftOut: ['web'],
    addedEnv: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint }),
    ended: ended.signal,
    say: () => undefined,
  });
}, 600_000);

afterAll(async () => {
  ended.abort();
  await product?.close();
  await receiver?.close();
});

/** Registers an account of its own in a trace of its own. */
async function register(): Promise<{ traceId: string; status: number; body: string }> {
  const { gateway, publicUrl } = product.addresses();
  const traceId = randomBytes(16).toString('hex');
  const account = {
    email: `traced-${traceId}@example.in`,
    username: `traced-${traceId}`,
    password: 'a long pass phrase 7',
    cpassword: 'a long pass phrase 7',
    role: 5,
    first_name: 'Tara',
    last_name: 'Ced',
    mobile: '9800000001',
    is_adult: true,
    accept_legal_agreement: true,
  };
  const response = await fetch(`${gateway}/api/users`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: publicUrl,
      traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
    },
    body: JSON.stringify(account),
  });
  return { traceId, status: response.status, body: await response.text() };
}

it('records a registration as one trace, from the gateway over Kafka to the mail server', async () => {
  let made = await register();
  // 503 while the database of an overloaded machine is late.
  await vi.waitUntil(async () => made.status !== 503 || (made = await register()).status !== 503, SOON);
  expect([made.body, made.status]).toEqual([expect.anything(), 201]);
  const { traceId } = made;
  const isSent = (tree: string[]): boolean => tree.some((line) => line.includes('SMTP send'));
  const isWhole = (tree: string[]): boolean =>
    isSent(tree) &&
    ['gateway: POST accounts', 'linked to accounts: publish', 'accounts: POST /internal/mail-requests'].every(
      (part) => tree.some((line) => line.includes(part)),
    );
  await vi.waitUntil(() => isWhole(receiver.treeOf(traceId)), SOON);
  const tree = receiver.treeOf(traceId);
  process.stdout.write(`${tree.join('\n')}\n`);
  expect(tree.slice(0, 3)).toEqual([
    'gateway: POST accounts (server)',
    expect.stringMatching(/^ {2}gateway: POST \(client\)$/),
    expect.stringMatching(/^ {4}accounts: POST \/api\/users \(server\)$/),
  ]);
  expect(tree).toContainEqual(
    expect.stringMatching(/^ {6}notify: process accounts\.mail-requests.* \(consumer\)$/),
  );
  expect(tree).toContainEqual(expect.stringMatching(/^ {8}linked to accounts: publish .*\(producer\)$/));
  expect(tree).toContainEqual(expect.stringMatching(/^ {8}notify: send mail .*\(consumer\)$/));
  expect(tree).toContainEqual(expect.stringMatching(/^ {10}notify: SMTP send \(client\)$/));
});
