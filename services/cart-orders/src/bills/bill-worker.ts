import { parentPort } from 'node:worker_threads';
import type { BillContent } from './bill.ts';
import { renderBill } from './bill-pdf.ts';

/** A request of `bill-renderer.ts`; the response has `pdf` or `error` and the same id. */
export interface RenderRequest {
  id: number;
  content: BillContent;
}
export type RenderResponse = { id: number } & ({ pdf: Uint8Array; missing: string[] } | { error: string });

async function respond({ id, content }: RenderRequest): Promise<RenderResponse> {
  try {
    const missing = new Set<string>();
    const pdf = await renderBill(content, missing);
    return { id, pdf, missing: [...missing] };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: RenderRequest) => {
  void respond(request).then((response) => parentPort?.postMessage(response));
});
