import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { createServiceApp } from '../service-app.ts';
import { createOtlpExporter, toOtlpBody } from './otlp-exporter.ts';
import { recordSpans, type RecordedSpans } from './recorder-builder.ts';
import { activeTraceparent, withSpan } from './spans.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE}-b7ad6b7169203331-01`;

let spans: RecordedSpans | null = null;
let close: (() => Promise<unknown>)[] = [];

beforeEach(() => void (spans = recordSpans()));

afterEach(async () => {
  for (const end of close) await end();
  close = [];
  await spans?.stop();
  spans = null;
});

/** Creates a service with one route, which tells the `traceparent` that it would store in an event. */
async function aService(): Promise<string> {
  const app = await createServiceApp({ name: 'things', logLevel: false, metrics: createMetrics('things') });
  app.post('/things/:id', async () => ({ stored: activeTraceparent() ?? null }));
  app.get('/failing', async () => {
    await withSpan({ name: 'failing work', kind: 'internal' }, async () => {
      throw new Error('person@example.in');
    }).catch(() => undefined);
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  close.push(() => app.close());
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const post = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"name":"x"}',
  });

/** Creates a server that sends a request to the service for each one that it receives. */
async function aFrontServer(service: string): Promise<string> {
  const server = createServer((_request, response) => {
    void post(`${service}/things/1`)
      .then((received) => received.text())
      .then((text) => response.end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.unshift(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const recorded = async (name: string) => {
  await vi.waitUntil(() => spans?.find(name) !== undefined);
  const span = spans?.find(name);
  if (span === undefined) throw new Error(`${name} was not recorded`);
  return span;
};

describe('tracing', () => {
  it('records a request over two processes as one trace', async () => {
    const front = await aFrontServer(await aService());
    const response = await fetch(front, { headers: { traceparent: CALLER } });
    const { stored } = (await response.json()) as { stored: string };
    const [server, client, service] = [
      await recorded('GET'),
      await recorded('POST'),
      await recorded('POST /things/:id'),
    ];
    expect([server, client, service].map((span) => span.spanContext().traceId)).toEqual([
      TRACE,
      TRACE,
      TRACE,
    ]);
    expect(client.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
    expect(service.parentSpanContext?.spanId).toBe(client.spanContext().spanId);
    expect(stored).toBe(`00-${TRACE}-${service.spanContext().spanId}-01`);
  });

  it('records neither probes nor requests that no request caused', async () => {
    const service = await aService();
    await (await fetch(`${service}/readyz`, { headers: { traceparent: CALLER } })).text();
    await (await post(`${service}/things/1`)).text();
    await recorded('POST /things/:id');
    expect(spans?.all().map(({ name }) => name)).toEqual(['POST /things/:id']);
  });

  it('marks failed work without its message', async () => {
    await (await fetch(`${await aService()}/failing`)).text();
    const span = await recorded('failing work');
    expect(JSON.stringify(toOtlpBody([span]))).not.toContain('person@');
    expect(span.status).toEqual({ code: 2 });
  });

  it('records nothing by default', async () => {
    await spans?.stop();
    const service = await aService();
    const response = await post(`${service}/things/1`, { traceparent: CALLER });
    expect(await response.json()).toEqual({ stored: null });
    expect(await withSpan({ name: 'work', kind: 'internal', isRoot: true }, async () => 'done')).toBe('done');
    expect(spans?.all()).toEqual([]);
  });

  it('lets the edge decide by itself what is recorded', async () => {
    await spans?.stop();
    spans = recordSpans({ isEdge: true, share: 0 });
    const response = await post(`${await aService()}/things/1`, { traceparent: CALLER });
    const { stored } = (await response.json()) as { stored: string };
    expect(stored).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
  });

  it('sends spans as OTLP in JSON, and reports a collector that does not take them', async () => {
    await withSpan(
      { name: 'work', kind: 'producer', isRoot: true, links: [CALLER], attributes: { count: 2 } },
      async () => undefined,
    );
    const span = await recorded('work');
    expect(toOtlpBody([span])).toMatchObject({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'test' } }] },
          scopeSpans: [
            {
              spans: [
                {
                  name: 'work',
                  kind: 4,
                  attributes: [{ key: 'count', value: { intValue: '2' } }],
                  links: [{ traceId: TRACE, spanId: 'b7ad6b7169203331' }],
                },
              ],
            },
          ],
        },
      ],
    });
    const exporter = createOtlpExporter('http://127.0.0.1:9', (send) => send());
    const { code } = await new Promise<{ code: number }>((resolve) => exporter.export([span], resolve));
    expect(code).toBe(1);
  });
});
