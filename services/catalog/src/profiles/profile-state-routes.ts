import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { ErrorResponse } from '../media/file-response.ts';
import type { ProfileDecision, ProfileDecisions } from './profile-decisions.ts';

interface ProfileStateOptions {
  store: Pick<ContentWrites, 'find' | 'update'>;
  live: Pick<LiveModel, 'put'>;
  /** See `Relays.acknowledged`. */
  acknowledged: (id: number, rev: number) => Promise<void>;
  decisions: ProfileDecisions;
  now?: () => Date;
}

const Body = Type.Object(
  {
    suspended: Type.Optional(Type.Boolean()),
    approved: Type.Optional(Type.Boolean()),
    reason: Type.String({ minLength: 3, maxLength: 2_000 }),
  },
  { additionalProperties: false, minProperties: 2 },
);
const State = Type.Object({
  id: Type.Integer(),
  suspended: Type.Boolean(),
  approved: Type.Boolean(),
  decisions: Type.Array(
    Type.Object({
      suspended: Type.Optional(Type.Boolean()),
      approved: Type.Optional(Type.Boolean()),
      reason: Type.String(),
      by: Type.Integer(),
      at: Type.String(),
    }),
  ),
});
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse, 404: ErrorResponse };

const DOCUMENTATION = {
  tags: ['profiles'],
  security: [{ bearer: [] }],
  operationId: 'decideProfile',
  summary: 'Suspends or approves a profile',
  description:
    'For staff. A suspended profile is visible to its owner and to staff only. Every decision is recorded.',
  body: Body,
  params: Type.Object({ id: Type.String() }),
  response: { 200: State, ...errors },
};

const toId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** `PUT /api/lawyers/{id}/state`, for staff of the directory. */
export async function profileStateRoutes(app: FastifyInstance, options: ProfileStateOptions): Promise<void> {
  const { store, live, acknowledged, decisions, now = () => new Date() } = options;
  app.addHook('onRequest', requireDesk('directory'));

  app.put<{ Params: { id: string }; Body: Static<typeof Body> }>(
    '/api/lawyers/:id/state',
    { schema: DOCUMENTATION },
    async (request, reply) => {
      const { params, body, principal } = request;
      const id = toId(params.id);
      const { reason, ...state } = body;
      const decision: ProfileDecision = {
        ...state,
        reason,
        by: principal?.userId ?? 0,
        at: now().toISOString(),
      };
      if ((await store.find(lawyerCollection, id)) === null) throw notFound();
      // First: a decision that failed may be on record, and none is effective without its record.
      await decisions.add(id, decision);
      const updated = await store.update(
        lawyerCollection,
        id,
        // No edit of the profile.
        (current) => ({ ...state, updatedAt: current.updatedAt }),
        { actor: actorOf(request) },
      );
      if (updated === null) throw notFound();
      live.put(lawyerCollection.name, updated.doc, updated.rev);
      await acknowledged(id, updated.rev);
      const { suspended, approved } = updated.doc;
      return reply.header('cache-control', 'no-store').send({
        id,
        suspended: suspended === true,
        approved: approved === true,
        decisions: await decisions.list(id),
      });
    },
  );
}
