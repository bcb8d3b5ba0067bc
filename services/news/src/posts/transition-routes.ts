import type { FastifyInstance, FastifyRequest } from 'fastify';
import { documentsOf, findById, type ReadModel, respondStored, validateWrite } from '@vidhi/content-engine';
import {
  type ContentWriter,
  rawQueryOf,
  readConditions,
  setCopyHeader,
  setEditHeaders,
} from '@vidhi/content-service';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { siteOptionCollection } from '@vidhi/collections/news/site-settings.ts';
import { forbidden, notFound, validationError, WireError } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import {
  TRANSITIONS,
  TRANSITION_NAMES,
  type Transition,
  transitionsFrom,
} from '@vidhi/contracts/post-states.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { isTime } from '@vidhi/contracts/time-of.ts';
import { newsAudienceOf } from '../collections/news-audience.ts';
import { requirePostDesk } from './require-post-desk.ts';
import { storedState } from './state-rules.ts';
import { TRANSITION_KINDS, transitionValues, type TransitionRequest } from './transition-values.ts';

interface TransitionRoutesOptions {
  model: ReadModel;
  writer: ContentWriter;
  now?: () => Date;
}

const { name: NAME } = postCollection;
const MAX_REASON_LENGTH = 1_000;
const SINGLE_ID = 1;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readBody({ body }: FastifyRequest): TransitionRequest {
  const data = isObject(body) && isObject(body['data']) ? body['data'] : {};
  const { reason, at, reviewer } = data;
  if (
    reason !== undefined &&
    reason !== null &&
    (typeof reason !== 'string' || reason.length > MAX_REASON_LENGTH)
  )
    throw validationError(`reason must be a text of at most ${MAX_REASON_LENGTH} characters`);
  if (at !== undefined && !isTime(at)) throw validationError('at must be a time');
  if (reviewer !== undefined && !Number.isSafeInteger(reviewer))
    throw validationError('reviewer must be the id of an account');
  return {
    reason: typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : undefined,
    at: typeof at === 'string' ? new Date(at).toISOString() : undefined,
    reviewer: typeof reviewer === 'number' ? reviewer : undefined,
  };
}

/**
 * `POST /api/posts/{id}/{transition}`: what the newsroom does with an article, by one table of states. Each is one write with the
 * conditions of a save, and responds like one.
 */
export async function transitionRoutes(
  app: FastifyInstance,
  { model, writer, now = () => new Date() }: TransitionRoutesOptions,
): Promise<void> {
  const isReviewed = (): boolean =>
    documentsOf(model, siteOptionCollection).get(SINGLE_ID)?.second_pair_of_eyes === true;

  function authorize(request: FastifyRequest, { desk }: Transition, id: number | undefined): void {
    const { principal } = request;
    const current = id === undefined ? undefined : model.get(NAME, id);
    if (desk === 'publish' && !hasDesk(principal, 'publish')) throw forbidden();
    requirePostDesk({ principal, action: 'update', current, data: {} });
  }

  for (const name of TRANSITION_NAMES) {
    const transition: Transition = TRANSITIONS[name];
    app.post<{ Params: { id: string } }>(
      `/posts/:id/${name}`,
      { schema: { hide: true } as object },
      async (request, reply) => {
        const id = findById(model.store(NAME), request.params.id)?.id;
        authorize(request, transition, id);
        if (id === undefined) throw notFound();
        const body = readBody(request);
        if (transition.needsReason === true && body.reason === undefined)
          throw validationError('reason must say what to change');
        const audience = newsAudienceOf(request);
        const target = { collection: postCollection, id };
        const { input, edit } = await readConditions(writer, target, { request, audience }, {});
        const at = now();
        const requireState = (current: StoredDocument): void => {
          const state = storedState(current, at);
          if (!transition.from.includes(state))
            throw new WireError(
              409,
              'ConflictError',
              `An article that is ${state} cannot be changed by ${name}`,
              {
                details: { state, allowed: transitionsFrom(state) },
              },
            );
        };
        const last = await writer.currentEdit?.(postCollection, id);
        if (name === 'approve' && isReviewed() && last?.by === request.principal?.userId)
          throw forbidden('Somebody else than the last editor must approve this article');
        if (name === 'approve' && isReviewed() && edit.usesCopy !== undefined)
          throw forbidden('Save the changes first: somebody else must approve them');
        // Time and right of a publication are those of the transition, not of a form.
        const { publishedAt: _publishedAt, ...text } = input as Record<string, unknown>;
        // An approval is of what its author has read.
        const ifEdited = edit.ifEdited ?? (name === 'approve' && last ? [last.rev] : undefined);
        const patch = {
          ...validateWrite(model, NAME, text, 'update', { id }),
          ...transitionValues(name, body, at),
        };
        await writer.update(postCollection, id, patch, {
          request,
          audience,
          requireCurrent: requireState,
          edit: { ...edit, ifEdited, kind: TRANSITION_KINDS[name], note: body.reason },
          audit: { action: name.replaceAll('-', '_'), reason: body.reason },
        });
        setEditHeaders(reply, writer.editMade?.(request, postCollection, id));
        setCopyHeader(reply, edit);
        const response = respondStored(model, NAME, id, rawQueryOf(request), audience);
        await writer.acknowledged?.(request);
        return reply.type('application/json; charset=utf-8').send(response);
      },
    );
  }
}
