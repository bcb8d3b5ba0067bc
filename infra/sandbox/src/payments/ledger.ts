import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Delivery, Dispute, Order, Payment, Refund, WebhookMode } from './entities.ts';

interface Entities {
  orders: Order;
  payments: Payment;
  refunds: Refund;
  /** Payments of which the bank returns refunds, and how many more it returns. */
  refundFailures: { id: string; left: number };
  /** Delivery of the webhooks of refunds that were made in the dashboard. */
  refundModes: { id: string; mode: WebhookMode };
  disputes: Dispute;
  refundKeys: { id: string; body: string; refundId: string };
  /** Orders whose payments are captured by a call alone. */
  manualOrders: { id: string };
  deliveries: Delivery;
}
type Kind = keyof Entities;

/** State of the provider. A change is written to disk before it is visible, so that it survives `kill -9`. */
export interface Ledger {
  put<K extends Kind>(kind: K, entity: Entities[K]): void;
  find<K extends Kind>(kind: K, id: string): Entities[K] | undefined;
  /** Returns those that match, newest first. */
  list<K extends Kind>(kind: K, matches?: (entity: Entities[K]) => boolean): Entities[K][];
}

const KINDS: readonly Kind[] = [
  'orders',
  'payments',
  'refunds',
  'refundFailures',
  'refundModes',
  'disputes',
  'refundKeys',
  'manualOrders',
  'deliveries',
];

/** Opens the journal in a folder; an incomplete last line, of a write that a crash cut off, is ignored. */
export function openLedger(dataDir: string): Ledger {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'ledger.jsonl');
  const tables = new Map<Kind, Map<string, unknown>>(KINDS.map((kind) => [kind, new Map()]));
  const tableOf = <K extends Kind>(kind: K): Map<string, Entities[K]> =>
    tables.get(kind) as Map<string, Entities[K]>;

  if (existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
      const [kind, entity] = JSON.parse(line) as [Kind, Entities[Kind]];
      tables.get(kind)?.set(entity.id, entity);
    }
    const lines = KINDS.flatMap((kind) =>
      [...tableOf(kind).values()].map((entity) => `${JSON.stringify([kind, entity])}\n`),
    );
    writeFileSync(`${file}.new`, lines.join(''));
    renameSync(`${file}.new`, file);
  }
  return {
    put(kind, entity) {
      appendFileSync(file, `${JSON.stringify([kind, entity])}\n`);
      tableOf(kind).set(entity.id, structuredClone(entity));
    },
    find(kind, id) {
      const found = tableOf(kind).get(id);
      return found === undefined ? undefined : structuredClone(found);
    },
    list(kind, matches = () => true) {
      const found = [...tableOf(kind).values()].filter(matches);
      return structuredClone(found).toReversed();
    },
  };
}
