import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Instance } from './instance.ts';

/** A whole answer of a service. */
export interface UpstreamAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they arrived: joined only by who keeps them. */
  pieces: readonly Buffer[];
  bytes: number;
}

/** An answer that grew over what this process keeps in memory. */
export class AnswerTooLarge extends Error {}

class WholeAnswer implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: UpstreamAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #limitBytes: number;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(resolve: (answer: UpstreamAnswer) => void, reject: (error: Error) => void, limitBytes: number) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#limitBytes = limitBytes;
  }

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limitBytes) {
      controller.abort(new AnswerTooLarge(`more than ${this.#limitBytes} bytes`));
      return;
    }
    this.#pieces.push(chunk);
  }

  onResponseEnd(): void {
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      pieces: this.#pieces,
      bytes: this.#bytes,
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

/** Asks one instance and resolves its whole answer, of whatever status; rejects when it gave none. */
export const fetchWhole = (
  { origin, pool }: Instance,
  path: string,
  headers: Record<string, string>,
  limitBytes: number,
): Promise<UpstreamAnswer> =>
  new Promise((resolve, reject) => {
    pool.dispatch({ origin, path, method: 'GET', headers }, new WholeAnswer(resolve, reject, limitBytes));
  });
