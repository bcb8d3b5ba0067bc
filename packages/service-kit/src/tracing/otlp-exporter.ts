import type { HrTime, Link, SpanContext } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

const EXPORT_MS = 5_000;
const SUCCESS = 0;
const FAILED = 1;

const nanoseconds = ([seconds, rest]: HrTime): string =>
  String(BigInt(seconds) * 1_000_000_000n + BigInt(rest));

const attributeList = (attributes: Readonly<Record<string, unknown>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) },
  }));

const idsOf = ({ traceId, spanId }: SpanContext) => ({ traceId, spanId });

const toOtlpSpan = (span: ReadableSpan) => ({
  ...idsOf(span.spanContext()),
  ...(span.parentSpanContext === undefined ? {} : { parentSpanId: span.parentSpanContext.spanId }),
  name: span.name,
  // In the protocol 0 stands for an unspecified kind.
  kind: span.kind + 1,
  startTimeUnixNano: nanoseconds(span.startTime),
  endTimeUnixNano: nanoseconds(span.endTime),
  attributes: attributeList(span.attributes),
  links: span.links.map(({ context }: Link) => idsOf(context)),
  status: { code: span.status.code },
});

/** Returns the body of `POST /v1/traces`: OTLP 1 in its JSON encoding. */
export const toOtlpBody = (spans: readonly ReadableSpan[]) => ({
  resourceSpans: [...Map.groupBy(spans, ({ resource }) => resource)].map(([resource, ofResource]) => ({
    resource: { attributes: attributeList(resource.attributes) },
    scopeSpans: [{ scope: { name: 'vidhi' }, spans: ofResource.map(toOtlpSpan) }],
  })),
});

/**
 * Sends spans to a collector (OTLP/HTTP with JSON). Spans that the collector does not take are lost. `run` calls the
 * request outside of any span, so that it records none itself.
 */
export function createOtlpExporter(endpoint: string, run: (send: () => void) => void): SpanExporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const pending = new Set<Promise<void>>();

  async function send(spans: readonly ReadableSpan[]): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toOtlpBody(spans)),
        signal: AbortSignal.timeout(EXPORT_MS),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  async function report(
    spans: readonly ReadableSpan[],
    callback: Parameters<SpanExporter['export']>[1],
  ): Promise<void> {
    const code = (await send(spans)) ? SUCCESS : FAILED;
    callback({ code });
  }

  const settle = async (): Promise<void> => void (await Promise.all(pending));
  return {
    export(spans, callback) {
      run(() => {
        const sending = report(spans, callback).finally(() => pending.delete(sending));
        pending.add(sending);
      });
    },
    forceFlush: settle,
    shutdown: settle,
  };
}
