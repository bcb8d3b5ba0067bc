import { parentPort } from 'node:worker_threads';
import type { CardTexts } from '#shared/picture/share-card.ts';
import { drawCard } from './draw-card.ts';

/** A request of `card-renderer.ts`; the response has `png` or `error` and the same id. */
export interface DrawRequest {
  id: number;
  texts: CardTexts;
}
export type DrawResponse = { id: number } & ({ png: Uint8Array } | { error: string });

async function respond({ id, texts }: DrawRequest): Promise<DrawResponse> {
  try {
    return { id, png: await drawCard(texts) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: DrawRequest) => {
  void respond(request).then((response) => parentPort?.postMessage(response));
});
