import { notFound, WireError } from '@vidhi/contracts/errors.ts';
import type { ProfileValues } from '@vidhi/contracts/profile-import.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter } from '@vidhi/content-service';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import type { Invitations } from '../invitations/invitations.ts';
import { contactAddressOf } from '../invitations/claim-state.ts';
import {
  newProfile,
  profileAttributes,
  requireNewProfile,
  requireProfileBefore,
  requireUnowned,
} from './profile-row-values.ts';
import { pickValues, type BatchTarget } from './write-batches.ts';

/**
 * Writes the rows of profiles without an owner, and invites their addresses to claim them where the import says so. A profile
 * that somebody has claimed since is neither changed nor undone.
 */
export function createProfileTarget(
  model: ReadModel,
  writer: Pick<ContentWriter, 'create' | 'update' | 'editMade'>,
  invitations: Pick<Invitations, 'invite' | 'withdraw'>,
): BatchTarget<ProfileValues> {
  const profiles = documentsOf(model, lawyerCollection);
  return {
    collection: lawyerCollection,
    missing: 'There is no such profile any more',
    // As they were stored: profiles of an import may lack what forms require.
    patchOf: (values) => ({ ...values }),
    titleOf: ({ id, values }) =>
      String(values.Title ?? (id === null ? undefined : profiles.get(id)?.Title) ?? ''),
    async store(row, context) {
      if (row.id === null) {
        requireNewProfile(model, row.values);
        const values = newProfile(profileAttributes(model, row.values, undefined));
        const { id } = await writer.create(lawyerCollection, values, context);
        const edited = writer.editMade?.(context.request, lawyerCollection, id)?.rev;
        return { state: 'created', book: id, ...(edited === undefined ? {} : { edited }) };
      }
      const current = profiles.get(row.id);
      if (current === undefined) throw notFound();
      requireProfileBefore(model, current, row);
      const patch = profileAttributes(model, row.values, current);
      const names = Object.keys(patch);
      let before: Record<string, unknown> = {};
      const stored = await writer.update(lawyerCollection, row.id, patch, {
        ...context,
        requireCurrent(now) {
          requireProfileBefore(model, now, row);
          before = pickValues(now, names);
        },
      });
      return { state: 'changed', book: row.id, before, after: pickValues(stored, names) };
    },
    requireUndoable: requireUnowned,
    async onWritten({ book }, { invites }, request) {
      const doc = invites === true && typeof book === 'number' ? profiles.get(book) : undefined;
      if (doc === undefined) return undefined;
      const address = contactAddressOf(doc);
      if (address === '') return 'Not invited: the profile has no e-mail address';
      try {
        await invitations.invite(doc.id, address, actorOf(request));
        return undefined;
      } catch (error) {
        return `Not invited: ${error instanceof WireError && error.status < 500 ? error.message : 'please invite from the page of the profile'}`;
      }
    },
    async onUndone({ book }, { invites }, request) {
      if (invites === true && book !== null) await invitations.withdraw(book, actorOf(request));
    },
  };
}
