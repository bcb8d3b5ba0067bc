import type { FastifyInstance } from 'fastify';
import { findById, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter } from '@vidhi/content-service';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { attributeErrors, forbidden, notFound, WireError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { readTakedown, type Takedown, takedownOf } from '@vidhi/contracts/takedown.ts';
import { indianDay } from '../readers/india-days.ts';
import { type PostAct, sendPostAct } from './post-act.ts';
import { orderSentence } from './withheld.ts';

interface TakedownRoutesOptions {
  model: ReadModel;
  writer: ContentWriter;
  now?: () => Date;
}

const { name: NAME } = postCollection;

function readOrder(body: unknown, now: Date): Takedown {
  const data = typeof body === 'object' && body !== null ? (body as { data?: unknown }).data : undefined;
  const read = readTakedown(data, indianDay(now.getTime()));
  if ('problems' in read)
    throw attributeErrors(
      Object.entries(read.problems).map(([name, message]) => ({ path: [name], message })),
    );
  return read.order;
}

/**
 * `POST /api/posts/{id}/takedown` withholds an article by the order of a court, and `POST /api/posts/{id}/lift-takedown` ends
 * that; administrators alone. A withheld article is in the archive, and its address responds 451 with the order. Lifting shows
 * it to nobody: it stays in the archive until an editor restores it.
 */
export async function takedownRoutes(
  app: FastifyInstance,
  { model, writer, now = () => new Date() }: TakedownRoutesOptions,
): Promise<void> {
  const acts: Readonly<Record<string, (body: unknown) => PostAct>> = {
    takedown: (body) => {
      const order = readOrder(body, now());
      return {
        patch: {
          takedown: order,
          publishedAt: null,
          stage: null,
          archived_at: now().toISOString(),
          unpublish_at: null,
        },
        kind: 'takedown',
        note: orderSentence(order),
        context: { audit: { action: 'takedown', reason: orderSentence(order) } },
      };
    },
    'lift-takedown': () => ({
      patch: { takedown: null },
      kind: 'restore',
      note: 'The order of the court was lifted',
      context: {
        audit: { action: 'lift_takedown' },
        requireCurrent: (current: StoredDocument) => {
          if (takedownOf(current) === null)
            throw new WireError(409, 'ConflictError', 'No order of a court withholds this article');
        },
      },
    }),
  };
  for (const [name, actOf] of Object.entries(acts))
    app.post<{ Params: { id: string } }>(
      `/posts/:id/${name}`,
      { schema: { hide: true } as object },
      async (request, reply) => {
        if (request.principal?.role !== ROLE.administrator) throw forbidden();
        const id = findById(model.store(NAME), request.params.id)?.id;
        if (id === undefined) throw notFound();
        return sendPostAct({ model, writer }, id, actOf(request.body), { request, reply });
      },
    );
}
