import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Instance } from './instance.ts';

/** A whole answer of a service. */
export interface UpstreamAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An answer that grew over what this process keeps in memory. */
export class AnswerTooLarge extends Error {}

const EMPTY = Buffer.alloc(0);

class WholeAnswer implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: UpstreamAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #limitBytes: number;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #first: Buffer = EMPTY;
  #rest: Buffer[] | null = null;
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
    if (this.#first === EMPTY) this.#first = chunk;
    else if (this.#rest === null) this.#rest = [this.#first, chunk];
    else this.#rest.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#rest === null ? this.#first : Buffer.concat(this.#rest, this.#bytes);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
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
