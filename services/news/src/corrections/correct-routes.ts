import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findById, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter } from '@vidhi/content-service';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { type Correction, correctionsOf, readCorrection } from '@vidhi/contracts/corrections.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { attributeErrors, forbidden, notFound, WireError } from '@vidhi/contracts/errors.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { sendPostAct } from '../posts/post-act.ts';
import { storedState } from '../posts/state-rules.ts';

interface CorrectRoutesOptions {
  model: ReadModel;
  writer: ContentWriter;
  now?: () => Date;
}

const HIDDEN = { schema: { hide: true } as object };
const MAX_CORRECTIONS = 50;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/**
 * Computed from the stored value at the moment of the write, because another correction may be written at the same
 * time.
 */
const changed =
  (change: (stored: readonly Correction[]) => readonly Correction[]) =>
  (stored: unknown): readonly Correction[] | null => {
    const corrections = change(correctionsOf({ corrections: stored }));
    return corrections.length === 0 ? null : corrections;
  };

/**
 * `POST /api/posts/{id}/corrections` tells readers of a published article what was wrong, with its date;
 * `POST /api/posts/{id}/corrections/{correction}/removal` takes that back. Neither changes the text itself.
 */
export async function correctRoutes(
  app: FastifyInstance,
  { model, writer, now = () => new Date() }: CorrectRoutesOptions,
): Promise<void> {
  function open(request: FastifyRequest<{ Params: { id: string } }>): number {
    if (!hasDesk(request.principal, 'publish')) throw forbidden();
    const id = findById(model.store(postCollection.name), request.params.id)?.id;
    if (id === undefined) throw notFound();
    return id;
  }

  app.post<{ Params: { id: string } }>('/posts/:id/corrections', HIDDEN, async (request, reply) => {
    const id = open(request);
    const { data } = (request.body ?? {}) as { data?: unknown };
    const read = readCorrection(data, now());
    if ('problems' in read)
      throw attributeErrors(
        Object.entries(read.problems).map(([name, message]) => ({ path: [name], message })),
      );
    const { correction } = read;
    const act = {
      patch: {
        corrections: changed((stored) => [
          ...stored,
          { id: Math.max(0, ...stored.map((one) => one.id)) + 1, ...correction },
        ]),
      },
      kind: 'correction',
      note: correction.text,
      context: {
        audit: { action: 'correct', reason: correction.text },
        requireCurrent: (current: StoredDocument) => {
          if (storedState(current, now()) !== 'published')
            throw conflict('Only a published article is corrected: change the text of this one');
          if (correctionsOf(current).length >= MAX_CORRECTIONS)
            throw conflict(`An article has ${MAX_CORRECTIONS} corrections at most`);
        },
      },
    } as const;
    return sendPostAct({ model, writer }, id, act, { request, reply });
  });

  app.post<{ Params: { id: string; correction: string } }>(
    '/posts/:id/corrections/:correction/removal',
    HIDDEN,
    async (request, reply) => {
      const id = open(request);
      const wanted = Number(request.params.correction);
      const act = {
        patch: { corrections: changed((stored) => stored.filter((one) => one.id !== wanted)) },
        kind: 'correction',
        note: `Correction ${wanted} was removed`,
        context: {
          audit: { action: 'correction_removed' },
          requireCurrent: (current: StoredDocument) => {
            if (!correctionsOf(current).some((one) => one.id === wanted)) throw notFound();
          },
        },
      } as const;
      return sendPostAct({ model, writer }, id, act, { request, reply });
    },
  );
}
