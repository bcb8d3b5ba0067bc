import type { FastifyInstance } from 'fastify';
import { validationError } from '@vidhi/contracts/errors.ts';
import type { ImportBatch, ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { allowIdleSockets } from '@vidhi/service-kit/idle-sockets.ts';
import type { ImportOrigin } from './import-origin.ts';

/** Imports items; a dry run validates and compares them only, and counts those that would be written as imported. */
export type ImportItems = (items: readonly StoredDocument[], dryRun: boolean) => Promise<ImportOutcome>;

export interface ImportEndpointOptions {
  /** Last segment of the path: a type, or `:type` for several. */
  type: string;
  /** The import of a type in the path. Throws 404 for a type that is not imported here. */
  importerOf: (type: string) => ImportItems;
  origin: ImportOrigin;
  /** Removes what was imported from the site that is replaced. */
  removeAll: () => Promise<void>;
  /** Number of stored documents of each type. */
  counts: () => Promise<Record<string, number>>;
}

const BODY_LIMIT_BYTES = 32 * 1024 * 1024;
const MAX_ITEMS = 5_000;
const IMPORT_TIMEOUT_MS = 120_000;
const REPLACE_HEADER = 'x-import-replace';

const IMPORT_BODY = {
  type: 'object',
  required: ['items', 'origin'],
  properties: {
    items: {
      type: 'array',
      maxItems: MAX_ITEMS,
      items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    },
    origin: {
      type: 'object',
      required: ['site', 'demo'],
      properties: { site: { type: 'string', minLength: 1, maxLength: 200 }, demo: { type: 'boolean' } },
    },
    replace: { type: 'boolean' },
    dryRun: { type: 'boolean' },
  },
} as const;

/** Returns a date of an archive; the present time where it is missing or malformed. */
export function archivedDate(value: unknown): Date {
  const date = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}

/**
 * Registers `POST /internal/import/{type}` and `GET /internal/import-status`. The enclosing scope requires the service
 * token.
 */
export async function importEndpoint(app: FastifyInstance, options: ImportEndpointOptions): Promise<void> {
  const { type, importerOf, origin, removeAll, counts } = options;
  allowIdleSockets(app, IMPORT_TIMEOUT_MS);

  app.post<{ Params: { type?: string }; Body: ImportBatch & { replace?: boolean } }>(
    `/internal/import/${type}`,
    { bodyLimit: BODY_LIMIT_BYTES, handlerTimeout: IMPORT_TIMEOUT_MS, schema: { body: IMPORT_BODY } },
    async ({ params, body, headers }): Promise<ImportOutcome> => {
      const importItems = importerOf(params.type ?? type);
      if (body.origin.site.trim() === '') throw validationError('origin.site must name the site');
      const replace = body.replace === true || headers[REPLACE_HEADER] === 'true';
      const dryRun = body.dryRun === true;
      if (dryRun) await origin.check(body.origin, replace);
      else await origin.claim(body.origin, replace, removeAll);
      return importItems(body.items, dryRun);
    },
  );

  app.get('/internal/import-status', async () => ({ origin: await origin.find(), counts: await counts() }));
}
