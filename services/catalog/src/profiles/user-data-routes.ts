import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import type { Invitations } from '../invitations/invitations.ts';
import type { ProfileDecisions } from './profile-decisions.ts';

/** Resolves with the profile of a user as it is stored; null without one. */
export type FindProfileOf = (userId: number) => Promise<StoredDocument | null>;

/** Resolves with the pictures that a user uploaded, as clients see them. */
export type FindPicturesOf = (userId: number) => Promise<object[]>;

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });

/** Returns a profile without the staff who has edited it. */
function withoutStaff(profile: StoredDocument | null): StoredDocument | null {
  const edit = profile === null ? null : storedAs(lawyerCollection, profile).desk_edit;
  if (profile === null || edit === null || edit === undefined) return profile;
  const { by: _by, ...rest } = edit;
  return { ...profile, desk_edit: rest };
}

interface UserDataRoutesOptions {
  findProfileOf: FindProfileOf;
  findPicturesOf: FindPicturesOf;
  decisions: Pick<ProfileDecisions, 'find'>;
  evidence: Pick<EvidenceFiles, 'list'>;
  invitations: Pick<Invitations, 'find'>;
}

/** `GET /internal/users/{id}/profile`, for the export of an account; the enclosing scope requires the service token. */
export async function userDataRoutes(app: FastifyInstance, options: UserDataRoutesOptions): Promise<void> {
  const { findProfileOf, findPicturesOf, decisions, evidence, invitations } = options;

  /** Without the staff who decided. */
  async function reviewOf(profile: StoredDocument | null, userId: number) {
    if (profile === null) return null;
    const review = await decisions.find(profile.id);
    const invitation = await invitations.find(profile.id);
    return {
      claimedAt: invitation?.claimant === userId ? (invitation.claimedAt?.toISOString() ?? null) : null,
      decisions: review.decisions.map(({ action, approved, suspended, reason, changed, at }) => ({
        action,
        approved,
        suspended,
        reason,
        changed,
        at,
      })),
      approved: review.approved?.values ?? null,
      evidence: (await evidence.list(profile.id, userId)).map(({ id, name, mime, bytes, sha256, at }) => ({
        name,
        mime,
        bytes,
        sha256,
        at: at.toISOString(),
        url: `/api/directory/own/evidence/${id}`,
      })),
    };
  }

  app.get<{ Params: { id: string } }>(
    '/internal/users/:id/profile',
    { schema: { params: Params } },
    async ({ params }) => {
      const profile = await findProfileOf(Number(params.id));
      return {
        profile: withoutStaff(profile),
        profileReview: await reviewOf(profile, Number(params.id)),
        pictures: await findPicturesOf(Number(params.id)),
      };
    },
  );
}
