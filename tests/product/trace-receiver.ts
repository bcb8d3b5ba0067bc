import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  links: { traceId: string; spanId: string }[];
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

interface ReceivedSpan extends OtlpSpan {
  service: string;
}

export interface TraceReceiver {
  /** URL for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  /** Names of spans, each indented below its parent and followed by the spans that it links to. */
  treeOf(traceId: string): string[];
  /** Every request body received so far. */
  bodies(): Buffer[];
  close(): Promise<void>;
}

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

const spansOf = ({ resourceSpans }: OtlpBody): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name');
    const service = name?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });

/** Starts the smallest collector: takes OTLP/HTTP in JSON and keeps all spans in memory. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans = new Map<string, ReceivedSpan>();
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body);
      for (const span of spansOf(JSON.parse(body.toString()) as OtlpBody)) spans.set(span.spanId, span);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const titleOf = ({ service, name, kind }: ReceivedSpan): string => `${service}: ${name} (${KINDS[kind]})`;

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    treeOf(traceId) {
      const ofTrace = [...spans.values()].filter((span) => span.traceId === traceId);
      const ids = new Set(ofTrace.map(({ spanId }) => spanId));
      const linesOf = (span: ReceivedSpan, depth: number): string[] => [
        `${'  '.repeat(depth)}${titleOf(span)}`,
        ...span.links.flatMap(({ spanId }) => {
          const linked = spans.get(spanId);
          return linked === undefined ? [] : [`${'  '.repeat(depth + 1)}linked to ${titleOf(linked)}`];
        }),
        ...ofTrace
          .filter(({ parentSpanId }) => parentSpanId === span.spanId)
          .flatMap((child) => linesOf(child, depth + 1)),
      ];
      return ofTrace
        .filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))
        .flatMap((root) => linesOf(root, 0));
    },
    bodies: () => bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
