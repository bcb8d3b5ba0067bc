import { Worker } from 'node:worker_threads';
import type { CardTexts } from '#shared/picture/share-card.ts';
import type { DrawRequest, DrawResponse } from './card-worker.ts';

/** One that is drawn, and two that wait. */
const MAX_PENDING = 3;

/** Thrown where too many cards wait: the client has to come back later. */
export class CardsBusyError extends Error {}

export interface CardRenderer {
  /** Rejects with `CardsBusyError` where too many wait, and for texts that cannot be drawn. */
  draw(texts: CardTexts): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Creates a renderer with a worker thread: shaping and drawing a card takes 100 ms and more, which would block the thread that
 * renders all pages. The thread starts with the first card, and again after it has ended.
 */
export function createCardRenderer(): CardRenderer {
  const pending = new Map<number, PromiseWithResolvers<Buffer>>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./card-worker.ts', import.meta.url));
    started.unref();
    started.on('message', (response: DrawResponse) => {
      const request = pending.get(response.id);
      pending.delete(response.id);
      if ('png' in response) request?.resolve(Buffer.from(response.png));
      else request?.reject(new Error(response.error));
    });
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = null;
      for (const request of pending.values()) request.reject(new Error('the renderer of cards ended'));
      pending.clear();
    });
    return started;
  }

  return {
    async draw(texts) {
      if (pending.size >= MAX_PENDING) throw new CardsBusyError('too many cards wait');
      worker ??= start();
      lastId += 1;
      const request = Promise.withResolvers<Buffer>();
      pending.set(lastId, request);
      worker.postMessage({ id: lastId, texts } satisfies DrawRequest);
      return request.promise;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
