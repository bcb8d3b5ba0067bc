import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordSpans, type RecordedSpans } from '@vidhi/service-kit/tracing/recorder-builder.ts';
import { aGateway, type GatewayUnderTest } from '../gateway-builder.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const BROWSER = `00-${TRACE}-b7ad6b7169203331-01`;

let spans: RecordedSpans;
let gateway: GatewayUnderTest;

beforeEach(async () => {
  spans = recordSpans({ isEdge: true });
  gateway = await aGateway();
});

afterEach(async () => {
  await gateway.close();
  await spans.stop();
});

it.each([
  ['a write', 'POST', '/api/users', () => gateway.services.accounts.received[0]],
  ['a cached read', 'GET', '/api/posts', () => gateway.readers[0]?.received[0]],
] as const)('continues the trace of a browser in the request to the service: %s', async (...row) => {
  const [, method, path, received] = row;
  const body = method === 'POST' ? { body: '{}' } : {};
  const headers = { traceparent: BROWSER, 'content-type': 'application/json' };
  await (await gateway.get(path, { method, headers, ...body })).text();
  const { kind, parent } = { kind: 1, parent: 'b7ad6b7169203331' };
  await vi.waitUntil(() => spans.all().some((span) => span.parentSpanContext?.spanId === parent));
  const server = spans.all().find((span) => span.kind === kind && span.parentSpanContext?.spanId === parent);
  const client = spans
    .all()
    .find((span) => span.parentSpanContext?.spanId === server?.spanContext().spanId && span.kind === 2);
  expect(received()?.headers['traceparent']).toBe(`00-${TRACE}-${client?.spanContext().spanId}-01`);
});
