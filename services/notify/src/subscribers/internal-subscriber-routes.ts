import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { validationError } from '@vidhi/contracts/errors.ts';
import { NewSubscriber } from '@vidhi/contracts/mail-requests.ts';
import type { ImportOutcome } from '@vidhi/contracts/stored-document.ts';
import type { Origin } from '@vidhi/content-service/import-origin.ts';
import { readAddress } from './subscriber.ts';
import type { Subscribe } from './subscribe.ts';
import type { SubscriberStore } from './subscriber-store.ts';

export interface ImportOrigin {
  claim(wanted: Origin, replace: boolean, removeAll: () => Promise<void>): Promise<void>;
  find(): Promise<Origin | null>;
}

interface InternalRoutesOptions {
  subscribe: Subscribe;
  subscribers: Pick<SubscriberStore, 'import' | 'removeImported' | 'countImported'>;
  origin: ImportOrigin;
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

function readTime(value: unknown): Date {
  const time = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? new Date() : time;
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

  app.post<{ Body: Static<typeof Batch> }>(
    '/internal/import/coming-soon-users',
    { schema: { body: Batch }, bodyLimit: BODY_LIMIT, handlerTimeout: 120_000 },
    async ({ body, headers }): Promise<ImportOutcome> => {
      const replace = body.replace === true || headers[REPLACE_HEADER] === 'true';
      await origin.claim(body.origin, replace, () => subscribers.removeImported());
      const outcome: ImportOutcome = { imported: 0, unchanged: 0, skipped: [] };
      for (const { id, ...item } of body.items) {
        const { email, createdAt } = item as Record<string, unknown>;
        const address = typeof email === 'string' ? readAddress(email) : null;
        if (address === null) outcome.skipped.push({ id, reason: 'it has no valid e-mail address' });
        else outcome[await subscribers.import({ id, address, createdAt: readTime(createdAt) })] += 1;
      }
      return outcome;
    },
  );

  app.get('/internal/import-status', async () => ({
    origin: await origin.find(),
    counts: { 'coming-soon-user': await subscribers.countImported() },
  }));
}
