import type { FastifyInstance } from 'fastify';
import { archivedDate, importEndpoint, type ImportOrigin } from '@vidhi/content-service/import-endpoint.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { MAX_QUANTITY } from '@vidhi/collections/cart-orders/cart.ts';
import type { ArchivedLine, CartImporter } from './cart-importer.ts';
import { MAX_BATCH_ID_CHARS, MIN_BATCH_ID_CHARS, guestOwner, userOwner } from './cart-line.ts';

export interface CartImportOptions {
  importer: CartImporter;
  origin: ImportOrigin;
}

/** Reads the line of an archived document; returns the reason as text when it cannot be a line. */
function readLine(item: StoredDocument): ArchivedLine | string {
  const { id, Quantity, Batch_id, users_permissions_user: user, catalog_books: book } = item;
  if (typeof book !== 'number') return 'it has no book';
  const quantity = typeof Quantity === 'number' ? Math.min(MAX_QUANTITY, Quantity) : 1;
  if (quantity < 1) return 'it has no copies';
  const batchId =
    typeof Batch_id === 'string' && Batch_id !== '' && Batch_id.length <= MAX_BATCH_ID_CHARS
      ? Batch_id
      : null;
  const userId = typeof user === 'number' ? user : null;
  if (userId === null && (batchId === null || batchId.length < MIN_BATCH_ID_CHARS))
    return 'it is of nobody: it has no account, and no Batch_id that is too long to be guessed';
  return {
    id,
    owner: userId === null ? guestOwner(batchId ?? '') : userOwner(userId),
    userId,
    bookId: book,
    quantity,
    batchId,
    createdAt: archivedDate(item['createdAt']),
    updatedAt: archivedDate(item['updatedAt']),
  };
}

/** Registers the import endpoint of carts; the enclosing scope requires the service token. */
export async function cartImportRoutes(
  app: FastifyInstance,
  { importer, origin }: CartImportOptions,
): Promise<void> {
  async function importItems(items: readonly StoredDocument[], dryRun: boolean): Promise<ImportOutcome> {
    const outcome: ImportOutcome = { imported: 0, unchanged: 0, skipped: [] };
    for (const item of items) {
      const line = readLine(item);
      if (typeof line === 'string') outcome.skipped.push({ id: item.id, reason: line });
      else if (dryRun) outcome[(await importer.isImported(line.id)) ? 'unchanged' : 'imported'] += 1;
      else outcome[await importer.import(line)] += 1;
    }
    return outcome;
  }

  await importEndpoint(app, {
    type: 'cart',
    importerOf: () => importItems,
    origin,
    removeAll: () => importer.removeImported(),
    counts: async () => ({ cart: await importer.countImported() }),
  });
}
