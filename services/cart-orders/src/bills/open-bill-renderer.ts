import { addCounter, type Metrics } from '@vidhi/service-kit/metrics.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createBillRenderer, type BillRenderer } from './bill-renderer.ts';
import type { UnprintableStore } from './unprintable-documents.ts';

/** Opens a renderer that logs, counts and notes the characters that bills print as '?', since no font has them. */
export function openBillRenderer(
  metrics: Metrics,
  log: Pick<FastifyBaseLogger, 'warn'>,
  unprintable: Pick<UnprintableStore, 'note'>,
): BillRenderer {
  let count = 0;
  addCounter(
    metrics,
    'bill_missing_glyphs_total',
    "Characters that bills and credit notes print as '?', since no font has them",
    [],
    () => [{ labels: {}, value: count }],
  );
  return createBillRenderer((characters, content) => {
    const number = content?.number ?? 'packing papers';
    count += characters.length;
    log.warn({ characters, number }, 'no font of the bills has these characters');
    // Papers for packing are read in the shop at once; a bill goes to a buyer.
    if (content === null) return;
    unprintable
      .note(content, characters)
      .catch((error: unknown) => log.warn({ err: error, number }, 'could not note these characters'));
  });
}
