import { addCounter, type Metrics } from '@vidhi/service-kit/metrics.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createBillRenderer, type BillRenderer } from './bill-renderer.ts';

/** Opens a renderer that logs and counts the characters that bills print as '?', since no font has them. */
export function openBillRenderer(metrics: Metrics, log: Pick<FastifyBaseLogger, 'warn'>): BillRenderer {
  let count = 0;
  addCounter(
    metrics,
    'bill_missing_glyphs_total',
    "Characters that bills and credit notes print as '?', since no font has them",
    [],
    () => [{ labels: {}, value: count }],
  );
  return createBillRenderer((characters) => {
    count += characters.length;
    log.warn({ characters }, 'no font of the bills has these characters');
  });
}
