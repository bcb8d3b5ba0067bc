import { parentPort } from 'node:worker_threads';
import type { BillContent } from './bill.ts';
import { renderPacking } from '../packing/packing-pdf.ts';
import type { PackingSheets } from '../packing/packing-sheets.ts';
import { renderBill } from './bill-pdf.ts';

/** A request of `bill-renderer.ts`; the response has `pdf` or `error` and the same id. */
export type RenderRequest = { id: number } & ({ content: BillContent } | { sheets: PackingSheets });
export type RenderResponse = { id: number } & ({ pdf: Uint8Array; missing: string[] } | { error: string });

async function respond(request: RenderRequest): Promise<RenderResponse> {
  const { id } = request;
  try {
    const missing = new Set<string>();
    const pdf =
      'sheets' in request
        ? await renderPacking(request.sheets, missing)
        : await renderBill(request.content, missing);
    return { id, pdf, missing: [...missing] };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: RenderRequest) => {
  void respond(request).then((response) => parentPort?.postMessage(response));
});
