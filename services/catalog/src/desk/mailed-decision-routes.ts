import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { MailedDecision } from '@vidhi/contracts/directory-desk.ts';
import { notFound, unavailable } from '@vidhi/contracts/errors.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { ProfileDecisions } from '../profiles/profile-decisions.ts';
import { profilePath } from './directory-routes.ts';
import { isAsDecided } from './review-state.ts';

const Id = Type.String({ pattern: '^\\d{1,15}$' });
const Params = Type.Object({ id: Id, number: Id });

/**
 * `GET /internal/profiles/{id}/decisions/{number}`, for the mail of notify: 404 for a decision that was replaced by a
 * later one, or whose mail would no longer be true. 503 for a decision that is recorded but not yet in effect. The
 * enclosing scope requires the service token.
 */
export async function mailedDecisionRoutes(
  app: FastifyInstance,
  { store, decisions }: { store: Pick<ContentWrites, 'find'>; decisions: Pick<ProfileDecisions, 'list'> },
): Promise<void> {
  app.get<{ Params: Static<typeof Params> }>(
    '/internal/profiles/:id/decisions/:number',
    { schema: { params: Params, response: { 200: MailedDecision } } },
    async ({ params }) => {
      const found = await store.find(lawyerCollection, Number(params.id));
      const all = await decisions.list(Number(params.id));
      const decision = all[Number(params.number)];
      if (found === null) throw notFound();
      const { Title: title, users_permissions_user: ownerId } = storedAs(lawyerCollection, found.doc);
      if (typeof ownerId !== 'number') throw notFound();
      if (decision?.action === undefined) throw notFound();
      const isEdit = decision.action === 'edit';
      // An edit stays true whatever is decided afterwards.
      if (!isEdit && decision !== all.findLast(({ action: of }) => of !== 'edit')) throw notFound();
      const { doc } = found;
      const isInEffect = (['approved', 'suspended'] as const).every(
        (name) => decision[name] === undefined || (doc[name] === true) === decision[name],
      );
      if (!isInEffect) throw unavailable();
      if (!isAsDecided(decision.action, doc)) throw notFound();
      const { action, reason, changed } = decision;
      const what = changed === undefined ? {} : { changed: [...changed] };
      return { ownerId, title: title ?? '', action, reason, ...what, path: profilePath(doc) };
    },
  );
}
