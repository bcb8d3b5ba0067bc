import type { Connection } from 'mongoose';
import type { BusLogger } from '@vidhi/messaging/kafka.ts';
import type { DocumentId, OutboxDocument } from '@vidhi/outbox/outbox-document.ts';
import { createRearm, readServerTime, type Unacknowledged } from '@vidhi/outbox/rearm.ts';
import { isFulfilledBefore, messageOf, pauseFor } from '@vidhi/service-kit/retry.ts';
import type { Collection } from '@vidhi/content-engine';
import { documentsName } from './documents-name.ts';

export interface AuditSweepOptions {
  connection: Connection;
  connected: Promise<void>;
  collections: readonly Collection[];
  /** Resolves with the ids of the entries that are in the audit log. */
  findAcknowledged: (entries: readonly Unacknowledged[]) => Promise<readonly string[]>;
  notify: (collection: Collection, id: DocumentId) => void;
  log: BusLogger;
  everyMs?: number;
}

const EVERY_MS = 30_000;

/**
 * Removes entries from the outboxes of documents once the audit log has them, and has those published again that it does not
 * have after two minutes.
 */
export function startAuditSweep(options: AuditSweepOptions): { close(): Promise<void> } {
  const { connection, connected, collections, findAcknowledged, notify, log, everyMs = EVERY_MS } = options;
  const closing = new AbortController();
  const rearms = collections.map((collection) =>
    createRearm({
      documents: connection.collection<OutboxDocument>(documentsName(collection)),
      serverTime: () => readServerTime(connection),
      notify: (id) => notify(collection, id),
      findAcknowledged,
      // The log has backups of its own: an entry leaves the document at the check after its acknowledgement.
      retentionMs: 0,
      onError: (error) => log.warn({ error: messageOf(error) }, 'could not query the audit log'),
    }),
  );

  async function sweepUntilClosed(): Promise<void> {
    await isFulfilledBefore(connected, closing.signal);
    while (!closing.signal.aborted) {
      try {
        for (const rearm of rearms) await rearm.checkDue(closing.signal);
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'could not search for entries of the audit log');
      }
      await pauseFor(everyMs, closing.signal);
    }
  }

  const sweeping = sweepUntilClosed();
  return {
    async close() {
      closing.abort();
      await sweeping;
    },
  };
}
