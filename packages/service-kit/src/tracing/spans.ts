import type { IncomingMessage } from 'node:http';

export interface SpanOptions {
  name: string;
  kind: 'client' | 'producer' | 'consumer' | 'internal';
  /** `traceparent` of the parent; the active span by default. Without either the work runs without a span. */
  parent?: string | undefined;
  /** Starts a trace of its own. */
  isRoot?: true;
  /** `traceparent`s of spans that caused this one and are not its parent. */
  links?: readonly string[];
  /** Never an address, a name or a URL. */
  attributes?: Readonly<Record<string, string | number>>;
}

/** Records the spans of this process. */
export interface Tracing {
  /** `traceparent` of the active span (W3C Trace Context). */
  activeTraceparent(): string | undefined;
  run<T>(options: SpanOptions, work: () => Promise<T>): Promise<T>;
  /** Calls `next` with the span of this request as the active one. */
  enterRequest(request: IncomingMessage, next: () => void): void;
  /** Adds the route pattern to the span of this request. */
  nameRequest(request: IncomingMessage, route: string): void;
  /** Sends the recorded spans and stops recording. */
  close(): Promise<void>;
}

/** Version, trace id, span id and flags (W3C Trace Context). */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Undefined for any other text, which a client could bring into events. */
export const validTraceparent = (text: unknown): string | undefined =>
  typeof text === 'string' && TRACEPARENT.test(text) ? text : undefined;

let tracing: Tracing | null = null;

/** Replaces the recorder of this process; null records nothing. */
export function setTracing(recorder: Tracing | null): void {
  tracing = recorder;
}

/** Returns whether spans are recorded. Off by default: then the functions below do nothing but call the work. */
export const isTracing = (): boolean => tracing !== null;

/** `traceparent` of the active span, to be stored with what continues the work later. */
export const activeTraceparent = (): string | undefined => tracing?.activeTraceparent();

/** Runs the work as a span, which ends when the promise settles; an error marks it, without its message. */
export const withSpan = <T>(options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  tracing === null ? work() : tracing.run(options, work);

export function enterRequestSpan(request: IncomingMessage, next: () => void): void {
  if (tracing === null) next();
  else tracing.enterRequest(request, next);
}

export function nameRequestSpan(request: IncomingMessage, route: string): void {
  tracing?.nameRequest(request, route);
}
