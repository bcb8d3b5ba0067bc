import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { createRecorder } from './open-telemetry.ts';
import { setTracing } from './spans.ts';

export interface RecordedSpans {
  /** Returns the spans that have ended. */
  all(): ReadableSpan[];
  /** The ended span of this name. */
  find(name: string): ReadableSpan | undefined;
  /** Stops recording in this process. */
  stop(): Promise<void>;
}

/** Records every span of this process in memory. */
export function recordSpans({ isEdge = false, share = 1 } = {}): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const processor = new SimpleSpanProcessor({ exporter });
  const recorder = createRecorder({ serviceName: 'test', processor, share, isEdge });
  setTracing(recorder);
  const all = (): ReadableSpan[] => exporter.getFinishedSpans();
  return {
    all,
    find: (name) => all().find((span) => span.name === name),
    async stop() {
      setTracing(null);
      await recorder.close();
    },
  };
}

/** `traceparent` that a span passes on. */
export function traceparentOfSpan(span: ReadableSpan): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}
