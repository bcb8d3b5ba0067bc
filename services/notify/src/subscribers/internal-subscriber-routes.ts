import type { FastifyInstance } from 'fastify';
import { archivedDate, importEndpoint, type ImportOrigin } from '@vidhi/content-service/import-endpoint.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import { NewSubscriber } from '@vidhi/contracts/mail-requests.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { readAddress, subscriberId } from './subscriber.ts';
import type { Subscribe } from './subscribe.ts';
import type { SubscriberStore } from './subscriber-store.ts';

interface InternalRoutesOptions {
  subscribe: Subscribe;
  subscribers: Pick<SubscriberStore, 'find' | 'import' | 'removeImported' | 'countImported'>;
  origin: ImportOrigin;
}

/** Routes of other services of the site and of the import; the enclosing scope requires the service token. */
export async function internalSubscriberRoutes(
  app: FastifyInstance,
  { subscribe, subscribers, origin }: InternalRoutesOptions,
): Promise<void> {
  app.post<{ Body: NewSubscriber }>(
    '/internal/subscribers',
    { schema: { body: NewSubscriber } },
    async ({ body: { email, source } }, reply) => {
      const address = readAddress(email);
      if (address === null) throw validationError('email must be a valid email');
      await subscribe(address, source);
      return reply.code(202).send({});
    },
  );

  async function importItems(items: readonly StoredDocument[], dryRun: boolean): Promise<ImportOutcome> {
    const outcome: ImportOutcome = { imported: 0, unchanged: 0, skipped: [] };
    for (const { id, email, createdAt } of items) {
      const address = typeof email === 'string' ? readAddress(email) : null;
      if (address === null) outcome.skipped.push({ id, reason: 'it has no valid e-mail address' });
      else if (dryRun)
        outcome[(await subscribers.find(subscriberId(address))) === null ? 'imported' : 'unchanged'] += 1;
      else outcome[await subscribers.import({ id, address, createdAt: archivedDate(createdAt) })] += 1;
    }
    return outcome;
  }

  await app.register(importEndpoint, {
    type: 'coming-soon-users',
    importerOf: () => importItems,
    origin,
    removeAll: () => subscribers.removeImported(),
    counts: async () => ({ 'coming-soon-user': await subscribers.countImported() }),
  });
}
