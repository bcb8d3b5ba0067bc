import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { createOtlpExporter } from './otlp-exporter.ts';
import { validTraceparent, type SpanOptions, type Tracing } from './spans.ts';

export interface RecorderOptions {
  serviceName: string;
  processor: SpanProcessor;
  /** Share of the traces that are recorded, 0 to 1. */
  share: number;
  /** Whether clients reach this process: it continues their trace ids, and decides by itself what is recorded. */
  isEdge?: boolean | undefined;
}

const KINDS = {
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Requests of machines, every few seconds. */
const UNTRACED = /^\/(livez|readyz|metrics|_health)(\?|$)/;

/** A request of undici, as it is published on its diagnostics channels. */
interface OutgoingRequest {
  method: string;
  origin?: string | URL;
  path: string;
  addHeader(name: string, value: string): void;
}

function contextOf(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = validTraceparent(traceparent)?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, context);
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

const storage = new AsyncLocalStorage<Context>();

/**
 * Creates a recorder of spans: of each request that an HTTP server of this process receives, of each request that undici
 * (`fetch` included) sends on behalf of one, and of `withSpan`. Reads the diagnostics channels of Node.js and undici, so
 * that no module is patched.
 */
export function createRecorder({ serviceName, processor, share, isEdge = false }: RecorderOptions): Tracing {
  const ratio = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: isEdge ? ratio : new ParentBasedSampler({ root: ratio }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('vidhi');
  const received = new WeakMap<IncomingMessage, Context>();
  const sent = new WeakMap<object, Span>();

  function onRequestStart(message: unknown): void {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { method = '', url = '', headers } = request;
    if (UNTRACED.test(url)) {
      storage.enterWith(ROOT_CONTEXT);
      return;
    }
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
      contextOf(validTraceparent(headers['traceparent'])) ?? ROOT_CONTEXT,
    );
    const context = trace.setSpan(ROOT_CONTEXT, span);
    received.set(request, context);
    // Until the end of this callback of the parser, which calls the listeners of the server.
    storage.enterWith(context);
    response.once('close', () => endWithStatus(span, response.statusCode));
  }

  function endWithStatus(span: Span, status: number): void {
    span.setAttribute('http.response.status_code', status);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  function onRequestCreate(message: unknown): void {
    const { request } = message as { request: OutgoingRequest };
    const context = storage.getStore();
    if (context === undefined || trace.getSpan(context) === undefined || UNTRACED.test(request.path)) return;
    const attributes = { 'http.request.method': request.method, 'server.address': String(request.origin) };
    const span = tracer.startSpan(request.method, { kind: SpanKind.CLIENT, attributes }, context);
    sent.set(request, span);
    request.addHeader('traceparent', traceparentOf(span));
  }

  function onResponseHeaders(message: unknown): void {
    const { request, response } = message as { request: object; response: { statusCode: number } };
    sent.get(request)?.setAttribute('http.response.status_code', response.statusCode);
  }

  const endSent = (message: unknown): void => sent.get((message as { request: object }).request)?.end();

  function onRequestError(message: unknown): void {
    sent.get((message as { request: object }).request)?.setStatus({ code: SpanStatusCode.ERROR });
    endSent(message);
  }

  const listeners: [string, (message: unknown) => void][] = [
    ['http.server.request.start', onRequestStart],
    ['undici:request:create', onRequestCreate],
    ['undici:request:headers', onResponseHeaders],
    ['undici:request:trailers', endSent],
    ['undici:request:error', onRequestError],
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener);

  function parentOf({ isRoot, parent }: SpanOptions): Context | undefined {
    if (isRoot === true) return ROOT_CONTEXT;
    if (parent !== undefined) return contextOf(parent);
    const active = storage.getStore();
    return active === undefined || trace.getSpan(active) === undefined ? undefined : active;
  }

  return {
    activeTraceparent() {
      const context = storage.getStore();
      const span = context === undefined ? undefined : trace.getSpan(context);
      return span === undefined ? undefined : traceparentOf(span);
    },
    async run(options, work) {
      const parent = parentOf(options);
      if (parent === undefined) return work();
      const links = (options.links ?? []).flatMap((link) => {
        const context = trace.getSpanContext(contextOf(link) ?? ROOT_CONTEXT);
        return context === undefined ? [] : [{ context }];
      });
      const { name, kind, attributes = {} } = options;
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...attributes }, links },
        parent,
      );
      try {
        return await storage.run(trace.setSpan(ROOT_CONTEXT, span), work);
      } catch (error) {
        // Without the message, which could contain an address.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    enterRequest(request, next) {
      const context = received.get(request);
      if (context === undefined) next();
      else storage.run(context, next);
    },
    nameRequest(request, route) {
      const context = received.get(request);
      const span = context === undefined ? undefined : trace.getSpan(context);
      span?.updateName(`${request.method ?? ''} ${route}`).setAttribute('http.route', route);
    },
    async close() {
      for (const [channel, listener] of listeners) unsubscribe(channel, listener);
      await provider.shutdown();
    },
  };
}

/** Creates a recorder that sends its spans to a collector; what the collector does not take is lost. */
export const createExportingRecorder = ({
  endpoint,
  ...options
}: Omit<RecorderOptions, 'processor'> & { endpoint: string }): Tracing =>
  createRecorder({
    ...options,
    processor: new BatchSpanProcessor({
      exporter: createOtlpExporter(endpoint, (send) => storage.run(ROOT_CONTEXT, send)),
      scheduledDelayMillis: 1_000,
    }),
  });
