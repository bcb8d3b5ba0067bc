import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findById, type ReadModel } from '@vidhi/content-engine';
import { personOf } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { attributeErrors, forbidden, notFound } from '@vidhi/contracts/errors.ts';
import type { PresenceResponse, PresentPerson, PresentState } from '@vidhi/contracts/presence.ts';
import { takedownOf } from '@vidhi/contracts/takedown.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { Presence } from './presence.ts';

const TAB = /^[\w-]{1,64}$/;

interface PresenceRoutesOptions {
  model: ReadModel;
  store: Pick<ContentWrites, 'find' | 'findEditing'>;
  presence: Presence;
}

type Editing = NonNullable<Awaited<ReturnType<ContentWrites['findEditing']>>>;
type Kind = NonNullable<Editing['edit']>['kind'];

/** Kinds of edits that are no moves: the state of the article is as it was. */
const OF_THE_TEXT: ReadonlySet<Kind> = new Set([
  'create',
  'save',
  'import',
  'correction',
  'conflict',
  'discarded',
]);

type TabRequest = FastifyRequest<{ Params: { id: string; tab: string } }>;

function presentState(model: ReadModel, doc: StoredDocument, edit: Editing['edit']): PresentState {
  const { publishedAt, stage, archived_at: archivedAt } = storedAs(postCollection, doc);
  return {
    publishedAt: publishedAt ?? null,
    stage: stage ?? null,
    archived_at: archivedAt ?? null,
    is_withheld: takedownOf(doc) !== null,
    moved_by: edit === undefined || OF_THE_TEXT.has(edit.kind) ? '' : (personOf(model, edit.by)?.name ?? ''),
  };
}

/**
 * `PUT /api/posts/{id}/presence/{tab}`, the heartbeat of a tab in which an article is open, responds with the other tabs, with the
 * one that writes the working copy, and with the state of the article; `DELETE` ends it. For staff that may open articles. It locks
 * nothing.
 */
export async function presenceRoutes(
  app: FastifyInstance,
  { model, store, presence }: PresenceRoutesOptions,
): Promise<void> {
  function open({ principal, params }: TabRequest): { id: number; principal: Principal } {
    if (principal === null || !hasDesk(principal, 'news', 'publish')) throw forbidden();
    const id = findById(model.store(postCollection.name), params.id)?.id;
    if (id === undefined) throw notFound();
    if (!TAB.test(params.tab))
      throw attributeErrors([{ path: ['tab'], message: 'tab must be 1 to 64 letters, digits, _ or -' }]);
    return { id, principal };
  }

  app.put<{ Params: { id: string; tab: string } }>(
    '/posts/:id/presence/:tab',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { id, principal } = open(request);
      const { tab } = request.params;
      const [present, editing, found] = await Promise.all([
        presence.note(id, { tab, by: principal.userId }),
        store.findEditing(postCollection, id),
        store.find(postCollection, id),
      ]);
      if (editing === null || found === null) throw notFound();
      const { copy, edit } = editing;
      const isPresent =
        copy !== undefined && present.some((one) => one.tab === copy.tab && one.by === copy.by);
      const personAt = (by: number, since: string): PresentPerson => ({
        id: by,
        name: personOf(model, by)?.name ?? '',
        since,
      });
      const body: PresenceResponse = {
        data: {
          others: present
            .filter((one) => one.tab !== tab)
            .map(({ by, since }) => personAt(by, since.toISOString())),
          article: presentState(model, found.doc, edit),
          writer: isPresent ? { ...personAt(copy.by, copy.since), is_here: copy.tab === tab } : null,
        },
      };
      return reply.header('cache-control', 'no-store').send(body);
    },
  );

  app.delete<{ Params: { id: string; tab: string } }>(
    '/posts/:id/presence/:tab',
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { id, principal } = open(request);
      await presence.leave(id, { tab: request.params.tab, by: principal.userId });
      return reply.code(204).send();
    },
  );
}
