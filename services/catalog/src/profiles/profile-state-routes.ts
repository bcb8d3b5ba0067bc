import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { notFound } from '@vidhi/contracts/errors.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { ErrorResponse } from '../media/file-response.ts';
import type { DecideProfile } from '../desk/decide-profile.ts';
import { actionOf } from '../desk/review-state.ts';
import type { ProfileDecisions } from './profile-decisions.ts';

interface ProfileStateOptions {
  store: Pick<ContentWrites, 'find'>;
  decisions: Pick<ProfileDecisions, 'list'>;
  decide: DecideProfile;
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
    'For staff. A suspended profile is visible to its owner and to staff only. Every decision is recorded, and mailed to the owner where the profile is approved, rejected, suspended or restored by it.',
  body: Body,
  params: Type.Object({ id: Type.String() }),
  response: { 200: State, ...errors },
};

const toId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** `PUT /api/lawyers/{id}/state`, for staff of the directory. */
export async function profileStateRoutes(app: FastifyInstance, options: ProfileStateOptions): Promise<void> {
  const { store, decisions, decide } = options;
  app.addHook('onRequest', requireDesk('directory'));

  app.put<{ Params: { id: string }; Body: Static<typeof Body> }>(
    '/api/lawyers/:id/state',
    { schema: DOCUMENTATION },
    async (request, reply) => {
      const id = toId(request.params.id);
      const { reason, ...attributes } = request.body;
      const found = await store.find(lawyerCollection, id);
      if (found === null) throw notFound();
      const action = actionOf(found.doc, attributes);
      const decided = await decide(found.doc, { action, reason, attributes, actor: actorOf(request) });
      if (decided === null) throw notFound();
      const { suspended, approved } = decided;
      return reply.header('cache-control', 'no-store').send({
        id,
        suspended: suspended === true,
        approved: approved === true,
        decisions: await decisions.list(id),
      });
    },
  );
}
