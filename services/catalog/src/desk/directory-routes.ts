import { documentsOf } from '@vidhi/content-engine';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { pageFrom, readPaging } from '@vidhi/contracts/paging.ts';
import {
  ACTIONS_OF,
  DecideProfileBody,
  MIN_REASON,
  OwnReview,
  ProfilePage,
  ProfileQuery,
  ReviewedProfileResponse,
  type ReviewedProfile,
} from '@vidhi/contracts/directory-desk.ts';
import { FIRM } from '@vidhi/collections/catalog/lawyer.ts';
import { WireError, forbidden, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { itemSlug } from '@vidhi/contracts/item-slug.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { siteOptionCollection } from '../collections/site-option.ts';
import { declaredAt } from '../profiles/declaration-routes.ts';
import { hidingCauseOf } from '../profiles/profile-visibility.ts';
import { contactAddressOf, ownerIdOf, presentInvitation } from '../invitations/claim-state.ts';
import type { Invitations } from '../invitations/invitations.ts';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import { presentEvidence } from '../evidence/evidence-routes.ts';
import type { ProfileDecisions } from '../profiles/profile-decisions.ts';
import type { FindProfileOf } from '../profiles/user-data-routes.ts';
import type { DecideProfile } from './decide-profile.ts';
import { readProfileRows, reviewOf, selectRows } from './list-profiles.ts';
import { createProfileTexts } from './profile-values.ts';
import { stateOf } from './review-state.ts';
import { findRule36Words } from './rule36-words.ts';

export interface DirectoryRoutesOptions {
  live: Pick<LiveModel, 'model'>;
  store: Pick<ContentWrites, 'find'>;
  decisions: Pick<ProfileDecisions, 'find' | 'all'>;
  decide: DecideProfile;
  evidence: Pick<EvidenceFiles, 'list' | 'counts'>;
  invitations: Pick<Invitations, 'all' | 'find'>;
  findProfileOf: FindProfileOf;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });
type Params = Static<typeof Params>;

const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['directory'],
  security: [{ bearer: [] }],
});
const AT_DESK = { config: { strictAuth: true }, onRequest: requireDesk('directory') } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the path of a profile's page. */
export function profilePath({ id, SubCategory2: kind, Title: title }: StoredDocument): string {
  return `/catalogs/${kind === FIRM ? 'firms' : 'lawyers'}/${id}/${encodeURIComponent(itemSlug(textOf(title)))}`;
}

/** The queue of profiles, for the desk `directory`, and the state of the own one, for its owner. */
export async function directoryRoutes(app: FastifyInstance, options: DirectoryRoutesOptions): Promise<void> {
  const { live, store, decisions, decide, evidence, invitations, findProfileOf } = options;
  const texts = createProfileTexts(live.model);
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function findProfile(id: string): Promise<StoredDocument> {
    const found = await store.find(lawyerCollection, Number(id));
    if (found === null) throw notFound();
    return found.doc;
  }
  /** The profile as the model has it, which knows whether it is hidden. */
  const withVisibility = (doc: StoredDocument): StoredDocument => ({
    ...doc,
    is_hidden: documentsOf(live.model, lawyerCollection).get(doc.id)?.is_hidden !== false,
  });
  const needsApproval = (): boolean =>
    documentsOf(live.model, siteOptionCollection)
      .list()
      .some((settings) => settings.profile_approval === true);
  function photoOf({ PrimaryImageId: id }: StoredDocument): string | null {
    const file = typeof id === 'number' ? documentsOf(live.model, fileCollection).get(id) : undefined;
    return file?.url || null;
  }

  async function present(doc: StoredDocument): Promise<ReviewedProfile> {
    const review = await decisions.find(doc.id);
    const documents = (await evidence.list(doc.id)).map(presentEvidence);
    const { approved } = review;
    const rows = readProfileRows(live.model);
    const found = await invitations.find(doc.id);
    const invitation = found === null || found.state === 'gone' ? null : found;
    return {
      ...rows.row(withVisibility(doc), { review, evidence: documents.length, invitation }),
      documents,
      has_owner: ownerIdOf(doc) !== null,
      invited: invitation === null ? null : presentInvitation(invitation, doc, new Date()),
      contact_address: contactAddressOf(doc),
      values: texts.valuesOf(doc),
      changes: approved === undefined ? [] : texts.changesOf(approved.values, doc),
      photo: photoOf(doc),
      same_number: rows.sameNumber(doc).map((other) => ({
        id: other.id,
        title: storedAs(lawyerCollection, other).Title ?? '',
        is_public: storedAs(lawyerCollection, other).is_hidden !== true,
      })),
      words: texts
        .praisedOf(doc)
        .flatMap(({ label, text }) => findRule36Words(text).map((word) => ({ label, word }))),
      decisions: review.decisions.flatMap(({ action, reason, changed = [], by, at }) =>
        action === undefined ? [] : [{ action, reason, changed: [...changed], by, at }],
      ),
      path: profilePath(doc),
    };
  }

  app.get<{ Querystring: ProfileQuery }>(
    '/api/directory/profiles',
    {
      ...AT_DESK,
      schema: {
        ...documented('Profiles with what waits for a decision', 'listReviewedProfiles'),
        querystring: ProfileQuery,
        response: { 200: ProfilePage },
      },
    },
    async ({ query }) => {
      const found = selectRows(
        readProfileRows(live.model).rows({
          reviews: await decisions.all(),
          evidence: await evidence.counts(),
          invitations: await invitations.all(),
        }),
        query,
      );
      return pageFrom(readPaging(query), found);
    },
  );

  app.get<{ Params: Params }>(
    '/api/directory/profiles/:id',
    {
      ...AT_DESK,
      schema: {
        ...documented('A profile with what was edited since its approval', 'readReviewedProfile'),
        params: Params,
        response: { 200: ReviewedProfileResponse },
      },
    },
    async ({ params }) => {
      const doc = await findProfile(params.id);
      return { data: await present(doc) };
    },
  );

  app.post<{ Params: Params; Body: DecideProfileBody }>(
    '/api/directory/profiles/:id/decisions',
    {
      ...AT_DESK,
      schema: {
        ...documented(
          'Approves, asks back, rejects, suspends or restores a profile',
          'decideReviewedProfile',
        ),
        description:
          'The reason is mailed to the owner. 409 for a profile that was edited since it was read, and for what its state does not allow.',
        params: Params,
        body: DecideProfileBody,
        response: { 200: ReviewedProfileResponse },
      },
    },
    async (request) => {
      const { action, updated_at: readAt } = request.body;
      const reason = request.body.reason.trim();
      if (action !== 'approve' && reason.length < MIN_REASON)
        throw validationError('Please write the reason: it is mailed to the owner.');
      const doc = await findProfile(request.params.id);
      if (textOf(doc.updatedAt) !== readAt)
        throw new WireError(
          409,
          'ConflictError',
          'The profile was edited meanwhile. Please look at it again.',
        );
      const state = stateOf(doc, reviewOf(await decisions.find(doc.id)));
      if (!ACTIONS_OF[state].includes(action))
        throw new WireError(409, 'ConflictError', `The profile is ${state.replace('_', ' ')}.`);
      const decided = await decide(doc, { action, reason, actor: actorOf(request) });
      if (decided === null) throw notFound();
      return { data: await present(decided) };
    },
  );

  app.get(
    '/api/directory/own',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('Whether the own profile waits, and what staff asks for', 'readOwnReview'),
        response: { 200: OwnReview },
      },
    },
    async ({ principal }) => {
      if (principal === null || (principal.role !== ROLE.lawyer && principal.role !== ROLE.firm))
        throw forbidden();
      const doc = await findProfileOf(principal.userId);
      if (doc === null) return { data: null };
      const review = await decisions.find(doc.id);
      const last = review.decisions.findLast(({ action }) => action !== 'edit');
      const isRequest = last?.action !== undefined && last.action !== 'approve' && last.action !== 'restore';
      return {
        data: {
          id: doc.id,
          state: stateOf(doc, reviewOf(review)),
          is_public: storedAs(lawyerCollection, withVisibility(doc)).is_hidden !== true,
          hidden_by: hidingCauseOf(live.model, doc, needsApproval()),
          reason: isRequest ? last.reason : null,
          decided_at: isRequest ? last.at : null,
          declared_at: declaredAt(storedAs(lawyerCollection, doc).declaration),
        },
      };
    },
  );
}
