import type { ProfileAction, ProfileState } from '@vidhi/contracts/directory-desk.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';

/** The last decision of staff about a profile. */
export interface Review {
  /** The last decision; absent for those of a release that recorded none. */
  action?: ProfileAction | undefined;
  /** `updatedAt` of the profile at the last decision. */
  decidedOn?: string | undefined;
  /** `updatedAt` of the profile at the last approval. */
  approvedOn?: string | undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the state of a profile in the queue of staff. */
export function stateOf(doc: StoredDocument, { action, decidedOn, approvedOn }: Review): ProfileState {
  const updatedAt = textOf(doc['updatedAt']);
  const isEditedSince = (time: string | undefined): boolean => time !== undefined && updatedAt > time;
  if (doc['suspended'] === true) {
    if (action !== 'reject') return 'suspended';
    return isEditedSince(decidedOn) ? 'waiting' : 'rejected';
  }
  if (action === 'request_change' && !isEditedSince(decidedOn)) return 'change_requested';
  // Profiles of archives and editors count as approved.
  if (doc['approved'] !== true && doc['made_by_owner'] === true) return 'waiting';
  return isEditedSince(approvedOn) ? 'changed' : 'approved';
}

export const isQueued = (state: ProfileState): boolean => state === 'waiting' || state === 'changed';

/** Returns the attributes that a decision sets. */
export function decidedAttributes(action: ProfileAction): { approved?: boolean; suspended?: boolean } {
  switch (action) {
    case 'approve':
      return { approved: true, suspended: false };
    case 'reject':
      return { approved: false, suspended: true };
    case 'suspend':
      return { suspended: true };
    case 'restore':
      return { suspended: false };
    case 'request_change':
      return {};
  }
}
