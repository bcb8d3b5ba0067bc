import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import { userCollection } from '@vidhi/collections/accounts/user.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import { lawyerCollection } from '../collections/lawyer.ts';
import { siteOptionCollection } from '../collections/site-option.ts';

/**
 * Hides profiles in the read model: those that staff suspended, and those made here whose owner is blocked or has not
 * confirmed the e-mail address. Where the site requires approval, also those made here that staff has not approved yet.
 * Profiles of archives and editors count as approved.
 */
export interface ProfileVisibility {
  /** Returns the document to put into the model, marked when it is hidden. */
  apply(name: string, doc: StoredDocument): StoredDocument;
  /** Must be called for every document put into the model or removed from it (`doc` null). */
  noteChange(name: string, id: number, doc: StoredDocument | null): void;
}

/** The cause that hides a profile; `staff` has suspended it or blocked its owner. */
export type HidingCause = 'unconfirmed' | 'approval' | 'staff';

/** Returns why a profile is hidden: what its owner can change comes first. Null for one that everybody sees. */
export function hidingCauseOf(
  model: ReadModel,
  doc: StoredDocument,
  needsApproval: boolean,
): HidingCause | null {
  const { suspended, approved, made_by_owner: isMade, ...made } = storedAs(lawyerCollection, doc);
  if (suspended === true) return 'staff';
  if (isMade !== true) return null;
  const ownerId = made.users_permissions_user ?? null;
  const owner = ownerId === null ? undefined : documentsOf(model, userCollection).get(ownerId);
  // An account whose event has not arrived is hidden until it does.
  if (owner?.confirmed !== true) return 'unconfirmed';
  if (owner.blocked === true) return 'staff';
  return needsApproval && approved !== true ? 'approval' : null;
}

export function createProfileVisibility(model: ReadModel): ProfileVisibility {
  const { name: profile } = lawyerCollection;
  let needsApproval = false;
  /** Ids of the profiles that owners made, by owner. */
  const profilesByOwner = new Map<number, number>();
  const ownersByProfile = new Map<number, number>();

  const isHidden = (doc: StoredDocument): boolean => hidingCauseOf(model, doc, needsApproval) !== null;

  function update(id: number): void {
    const doc = documentsOf(model, lawyerCollection).get(id);
    if (doc === undefined) return;
    const hidden = isHidden(doc);
    if ((doc.is_hidden === true) !== hidden) model.patch(profile, id, { is_hidden: hidden });
  }

  function noteProfile(id: number, doc: StoredDocument | null): void {
    const former = ownersByProfile.get(id);
    if (former !== undefined) {
      ownersByProfile.delete(id);
      if (profilesByOwner.get(former) === id) profilesByOwner.delete(former);
    }
    if (doc === null) return;
    const { made_by_owner: isMade, users_permissions_user: owner } = storedAs(lawyerCollection, doc);
    if (isMade !== true || typeof owner !== 'number') return;
    profilesByOwner.set(owner, id);
    ownersByProfile.set(id, owner);
  }

  return {
    apply: (name, doc) => (name === profile ? { ...doc, is_hidden: isHidden(doc) } : doc),
    noteChange(name, id, doc) {
      if (name === profile) noteProfile(id, doc);
      else if (name === userCollection.name) {
        const profileId = profilesByOwner.get(id);
        if (profileId !== undefined) update(profileId);
      } else if (name === siteOptionCollection.name && doc !== null) {
        const isOn = storedAs(siteOptionCollection, doc).profile_approval === true;
        if (isOn === needsApproval) return;
        needsApproval = isOn;
        for (const profileId of profilesByOwner.values()) update(profileId);
      }
    },
  };
}
