import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Origin } from '@vidhi/content-service/import-origin.ts';
import type { ImportOutcome } from '@vidhi/contracts/stored-document.ts';
import { MAX_QUANTITY } from './cart-collection.ts';
import type { ArchivedLine, CartImporter } from './cart-importer.ts';
import { MAX_BATCH_ID_CHARS, MIN_BATCH_ID_CHARS, guestOwner, userOwner } from './cart-line.ts';

export interface CartImportOptions {
  importer: CartImporter;
  origin: {
    claim(wanted: Origin, replace: boolean, removeAll: () => Promise<void>): Promise<void>;
    find(): Promise<Origin | null>;
  };
}

const MAX_ITEMS = 5_000;
const BODY_LIMIT = 32 * 1024 * 1024;
const REPLACE_HEADER = 'x-import-replace';

const Batch = Type.Object({
  items: Type.Array(Type.Object({ id: Type.Integer() }, { additionalProperties: true }), {
    maxItems: MAX_ITEMS,
  }),
  origin: Type.Object({ site: Type.String({ minLength: 1, maxLength: 200 }), demo: Type.Boolean() }),
  replace: Type.Optional(Type.Boolean()),
});

type Item = Static<typeof Batch>['items'][number] & Record<string, unknown>;

function readTime(value: unknown): Date {
  const time = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? new Date() : time;
}

/** The line of an archived document; a text where it cannot be one, and why. */
function readLine(item: Item): ArchivedLine | string {
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
    createdAt: readTime(item['createdAt']),
    updatedAt: readTime(item['updatedAt']),
  };
}

/** The import of carts; the enclosing scope requires the service token. */
export async function cartImportRoutes(
  app: FastifyInstance,
  { importer, origin }: CartImportOptions,
): Promise<void> {
  app.post<{ Body: Static<typeof Batch> }>(
    '/internal/import/cart',
    { schema: { body: Batch }, bodyLimit: BODY_LIMIT, handlerTimeout: 120_000 },
    async ({ body, headers }): Promise<ImportOutcome> => {
      const replace = body.replace === true || headers[REPLACE_HEADER] === 'true';
      await origin.claim(body.origin, replace, () => importer.removeImported());
      const outcome: ImportOutcome = { imported: 0, unchanged: 0, skipped: [] };
      for (const item of body.items) {
        const line = readLine(item);
        if (typeof line === 'string') outcome.skipped.push({ id: item.id, reason: line });
        else outcome[await importer.import(line)] += 1;
      }
      return outcome;
    },
  );

  app.get('/internal/import-status', async () => ({
    origin: await origin.find(),
    counts: { cart: await importer.countImported() },
  }));
}
