import { Worker } from 'node:worker_threads';
import type { BillContent } from './bill.ts';
import type { PackingSheets } from '../packing/packing-sheets.ts';
import type { RenderResponse, RenderRequest } from './bill-worker.ts';

export interface BillRenderer {
  /** Rejects for content that cannot be rendered, and when the thread ends. */
  render(content: BillContent): Promise<Buffer>;
  /** The same for papers of many orders. */
  renderPacking(sheets: PackingSheets): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Creates a renderer with a worker thread: one document takes 10 ms and more, which would block the event loop of the
 * service. The thread starts with the first document, and again after a failure. `onMissing` gets the characters that
 * no font has, once for each rendering, with the bill that they are in; null for papers that are no bill.
 */
export function createBillRenderer(
  onMissing: (characters: readonly string[], content: BillContent | null) => void,
): BillRenderer {
  const pending = new Map<number, PromiseWithResolvers<Buffer> & { content: BillContent | null }>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./bill-worker.ts', import.meta.url));
    started.unref();
    started.on('message', (response: RenderResponse) => {
      const request = pending.get(response.id);
      pending.delete(response.id);
      if ('pdf' in response) {
        if (request !== undefined && response.missing.length > 0)
          onMissing(response.missing, request.content);
        request?.resolve(Buffer.from(response.pdf));
      } else request?.reject(new Error(response.error));
    });
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = null;
      for (const request of pending.values()) request.reject(new Error('the renderer of bills ended'));
      pending.clear();
    });
    return started;
  }

  function send(work: { content: BillContent } | { sheets: PackingSheets }): Promise<Buffer> {
    worker ??= start();
    lastId += 1;
    const content = 'content' in work ? work.content : null;
    const request = { ...Promise.withResolvers<Buffer>(), content };
    pending.set(lastId, request);
    worker.postMessage({ id: lastId, ...work } satisfies RenderRequest);
    return request.promise;
  }

  return {
    render: (content) => send({ content }),
    renderPacking: (sheets) => send({ sheets }),
    async close() {
      await worker?.terminate();
    },
  };
}
