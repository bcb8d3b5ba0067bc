import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Instance } from './instance.ts';
import { ResponseTooLargeError } from './upstream-error.ts';

/** A complete response of an instance. */
export interface UpstreamResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Chunks of the body as they arrived. Not concatenated, as most responses are written to a socket. */
  chunks: readonly Buffer[];
  bytes: number;
}

export interface UpstreamRequest {
  path: string;
  headers?: Record<string, string>;
  /** A longer body rejects with `ResponseTooLargeError`. */
  limitBytes: number;
}

/** A request without response yet. */
export interface PendingResponse {
  response: Promise<UpstreamResponse>;
  /** Rejects the response and gives its connection up; does nothing once it has ended. */
  abort(reason: Error): void;
}

class BufferedResponse implements Dispatcher.DispatchHandler, PendingResponse {
  readonly response: Promise<UpstreamResponse>;
  readonly #instance: Instance;
  readonly #limitBytes: number;
  #resolve: (response: UpstreamResponse) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #abortedBy: Error | null = null;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(instance: Instance, limitBytes: number) {
    this.#instance = instance;
    this.#limitBytes = limitBytes;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  abort(reason: Error): void {
    this.#abortedBy = reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request was aborted while it waited for a connection.
    if (this.#abortedBy !== null) controller.abort(this.#abortedBy);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#instance.lastResponseAt = performance.now();
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limitBytes) {
      controller.abort(new ResponseTooLargeError(`more than ${this.#limitBytes} bytes`));
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#controller = null;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      chunks: this.#chunks,
      bytes: this.#bytes,
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#controller = null;
    this.#reject(error);
  }
}

/** Sends a GET request to one instance. */
export function startFetch(instance: Instance, request: UpstreamRequest): PendingResponse {
  const { path, headers = {}, limitBytes } = request;
  const { origin, basePath } = instance;
  const pending = new BufferedResponse(instance, limitBytes);
  instance.pool.dispatch({ origin, path: basePath + path, method: 'GET', headers }, pending);
  return pending;
}
