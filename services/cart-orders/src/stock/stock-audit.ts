import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import type { DeskStockRoutesOptions } from './desk-stock-routes.ts';

/** Creates the entries of the audit log for moves of copies. A repeated move has the same entry. */
export const createStockAudit =
  (topic: TopicLayout): DeskStockRoutesOptions['audited'] =>
  ({ id, title }, { id: rev, kind, copies, reason }, actor, at) =>
    createAuditEntry(topic, {
      service: 'cart-orders',
      type: 'book-stock',
      id,
      rev,
      at,
      actor,
      action: kind,
      label: title,
      changes: [{ path: 'copies', to: copies }],
      reason,
    });
