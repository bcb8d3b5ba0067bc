import { createWorkerThread } from '@vidhi/service-kit/worker-thread.ts';
import type { BillContent } from './bill.ts';

export interface BillRenderer {
  /** Rejects for content that cannot be rendered, and when the thread ends. */
  render(content: BillContent): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Renders documents in a thread of their own: one takes about 85 ms, during which the service would answer nobody else.
 */
export function createBillRenderer(): BillRenderer {
  const thread = createWorkerThread<BillContent, Uint8Array>(new URL('./bill-worker.ts', import.meta.url));
  return {
    render: async (content) => Buffer.from(await thread.run(content)),
    close: () => thread.close(),
  };
}
