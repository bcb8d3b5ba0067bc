import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { validationError } from '@vidhi/contracts/errors.ts';
import { NeutralOrderResponse } from '@vidhi/contracts/neutral-order.ts';
import type { ReadModel } from '@vidhi/content-engine';
import { FIRM, LAWYER } from '@vidhi/collections/catalog/lawyer.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { ErrorResponse } from '../media/file-response.ts';
import {
  ALGORITHM,
  neutralDate,
  neutralOrder,
  neutralRecords,
  neutralSeed,
  TIME_ZONE,
} from './neutral-order.ts';

const DAYS_AHEAD = 7;

/** Rejects unknown parameters: each variation of the URL would compute and cache another list of all ids. */
const OrderQuery = Type.Object(
  {
    date: Type.Optional(
      Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: 'A date in India' }),
    ),
  },
  { additionalProperties: false },
);

/** Returns the ids of one kind of profile in the order of `seed`. */
function idsInOrder(model: ReadModel, kind: string, seed: string): number[] {
  const profiles = model.store(lawyerCollection.name);
  const column = profiles.schema.columnsByName.get('SubCategory2');
  if (column === undefined) throw new Error('profiles have no kind');
  return neutralRecords(model, seed)
    .documents.filter((document) => document.isPublished && profiles.value(document, column) === kind)
    .map(({ id }) => id);
}

/** `GET /api/{lawyers,firms}/neutral-order`: everything a client needs to verify the neutral order. */
export async function neutralOrderRoutes(
  app: FastifyInstance,
  { model }: { model: ReadModel },
): Promise<void> {
  for (const [plural, kind] of [
    ['lawyers', LAWYER],
    ['firms', FIRM],
  ] as const)
    app.get<{ Querystring: Static<typeof OrderQuery> }>(
      `/${plural}/neutral-order`,
      {
        schema: {
          tags: [plural],
          operationId: `get${kind === LAWYER ? 'Lawyers' : 'Firms'}NeutralOrder`,
          security: [],
          summary: 'The order of `sort=neutral`, its seed, and the seeds of the next days',
          querystring: OrderQuery,
          response: { 200: NeutralOrderResponse, 400: ErrorResponse },
        },
      },
      async ({ query }) => {
        const now = model.now();
        const date = query.date ?? neutralDate(now);
        const seed = neutralOrder.seedOf(date, now);
        if (seed === null) throw validationError('date must be yesterday, today or tomorrow');
        const next = Array.from({ length: DAYS_AHEAD }, (_, at) => {
          const day = neutralDate(now, at + 1);
          return { date: day, seed: neutralSeed(day) };
        });
        const ids = idsInOrder(model, kind, seed);
        return { data: { date, timeZone: TIME_ZONE, algorithm: ALGORITHM, seed, next, ids }, meta: {} };
      },
    );
}
