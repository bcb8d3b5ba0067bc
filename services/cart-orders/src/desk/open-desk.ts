import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from 'mongoose';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { PurchaseDocuments } from '../bills/purchase-documents.ts';
import type { Config } from '../config.ts';
import type { Refunds } from '../hand/hand-payments.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { mongoStockMoves } from '../stock/stock-moves.ts';
import { mongoDeskIndex } from './desk-index.ts';
import { createDeskSources } from './desk-sources.ts';
import { createPartRefunds } from './part-refunds.ts';
import { mongoPurchaseChanges } from './purchase-changes.ts';
import { mongoPurchaseReadings, PURCHASE_READINGS } from './purchase-readings.ts';
import { mongoPurchaseList } from './purchase-list.ts';

export interface DeskOptions {
  connection: Connection;
  config: Config;
  log: Pick<FastifyBaseLogger, 'warn'>;
  documents: PurchaseDocuments;
  refunds: Pick<Refunds, 'refundPart'>;
  auditTopic: TopicLayout;
  /** Opens the outbox of a collection whose only events are entries of the audit log. */
  openAuditOutbox: (name: string, collection: string) => { notify(id: string): void };
  isbnOf: (bookId: number) => string | null;
}

/** Opens what the desk of the shop reads and writes. */
export function openDesk(options: DeskOptions) {
  const { connection, config, log, documents, refunds, auditTopic, openAuditOutbox, isbnOf } = options;
  const index = mongoDeskIndex(connection, isbnOf);
  const makeDocuments = async (id: string, stored?: Purchase): Promise<void> => {
    const purchase = await documents.makeDocuments(id, stored);
    await index.refresh(id, purchase);
  };
  const readingOutbox = openAuditOutbox('outbox of readings of purchases', PURCHASE_READINGS.name);
  const readings = mongoPurchaseReadings(connection, {
    auditTopic,
    publish: (id) => readingOutbox.notify(id),
  });
  const changes = mongoPurchaseChanges(connection);
  const partRefunds = createPartRefunds({
    changes,
    stock: mongoStockMoves(connection),
    request: refunds.refundPart,
    makeDocuments,
    onFailure: (error, purchaseId) =>
      log.warn({ err: error, purchaseId }, 'could not follow refunds of a purchase'),
  });
  return {
    /** Completes a purchase, and has the desk find it by its documents. */
    makeDocuments,
    /** Follows refunds of a purchase whose payment has changed; a failure is left to the sweep. */
    follow: (id: string): Promise<void> =>
      partRefunds.follow(id).catch((error: unknown) => {
        log.warn({ err: error, purchaseId: id }, 'could not follow refunds of a purchase');
      }),
    /** Has the sweep compute what the desk shows of problems again, once at the start. */
    noteProblems: index.noteProblems,
    /** Does what crashes have left. */
    sweep(): void {
      partRefunds.sweep().catch((error: unknown) => log.warn({ err: error }, 'could not follow refunds'));
      index.sweep().catch((error: unknown) => log.warn({ err: error }, 'could not index purchases'));
      readings.sweep().catch((error: unknown) => log.warn({ err: error }, 'could not remove readings'));
    },
    routes: {
      index,
      changes,
      partRefunds,
      noteReading: readings.note,
      list: mongoPurchaseList(connection),
      sources: createDeskSources({
        paymentsUrl: config.PAYMENTS_URL,
        notifyUrl: config.NOTIFY_URL,
        serviceToken: config.SERVICE_TOKEN,
        onFailure: (error) => log.warn({ err: error }, 'facts of a purchase are missing'),
      }),
      isbnOf,
    },
  };
}
