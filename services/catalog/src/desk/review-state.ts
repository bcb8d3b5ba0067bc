import type { ProfileAction, ProfileEvent, ProfileState } from '@vidhi/contracts/directory-desk.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { lawyerCollection } from '../collections/lawyer.ts';

/** The decisions of staff about a profile, as far as its state follows from them. */
export interface Review {
  /** The last decision; absent for one that set attributes alone. */
  action?: ProfileEvent | undefined;
  /** `updatedAt` of the profile at the last decision. */
  decidedOn?: string | undefined;
  /** `updatedAt` of the profile at the last approval. */
  approvedOn?: string | undefined;
  /** The last decision that hid it, and `updatedAt` of the profile at that time. */
  hiding?: { action?: ProfileEvent | undefined; on?: string | undefined } | undefined;
}

/** Facts from which the state of a profile follows. */
interface Facts {
  isHidden: boolean;
  /** Whether it is hidden because it was rejected: an edit puts it back into the queue. */
  isRejected: boolean;
  isEditedSinceRejection: boolean;
  /** Whether its owner was asked for a change, and has made none since. */
  isRequestOpen: boolean;
  isApproved: boolean;
  isEditedSinceApproval: boolean;
}

/** Returns the time of the last edit that staff has to look at. */
export const lastOwnerEdit = (doc: StoredDocument): string => {
  const { owner_edit_at: at, updatedAt } = storedAs(lawyerCollection, doc);
  return at ?? updatedAt ?? '';
};

function factsOf(doc: StoredDocument, { action, decidedOn, approvedOn, hiding }: Review): Facts {
  const { suspended, approved, made_by_owner: isMadeByOwner } = storedAs(lawyerCollection, doc);
  const isEditedSince = (time: string | undefined): boolean =>
    time !== undefined && lastOwnerEdit(doc) > time;
  return {
    isHidden: suspended === true,
    isRejected: hiding?.action === 'reject',
    isEditedSinceRejection: isEditedSince(hiding?.on),
    isRequestOpen: action === 'request_change' && !isEditedSince(decidedOn),
    // Profiles of archives and editors count as approved.
    isApproved: approved === true || isMadeByOwner !== true,
    isEditedSinceApproval: isEditedSince(approvedOn),
  };
}

/** The first row whose facts a profile has tells its state. */
const STATES: readonly (readonly [Partial<Facts>, ProfileState])[] = [
  [{ isHidden: true, isRejected: false }, 'suspended'],
  [{ isRequestOpen: true }, 'change_requested'],
  [{ isHidden: true, isEditedSinceRejection: false }, 'rejected'],
  [{ isHidden: true }, 'waiting'],
  [{ isApproved: false }, 'waiting'],
  [{ isEditedSinceApproval: true }, 'changed'],
];

/** Returns the state of a profile in the queue of staff. */
export function stateOf(doc: StoredDocument, review: Review): ProfileState {
  const facts = factsOf(doc, review);
  const names = Object.keys(facts) as (keyof Facts)[];
  const row = STATES.find(([required]) =>
    names.every((name) => required[name] === undefined || required[name] === facts[name]),
  );
  return row?.[1] ?? 'approved';
}

export const isQueued = (state: ProfileState): boolean => state === 'waiting' || state === 'changed';

/** Attributes of a profile that decisions set. */
export interface Decided {
  approved?: boolean;
  suspended?: boolean;
}

const DECIDED: Readonly<Record<ProfileAction, Readonly<Decided>>> = {
  approve: { approved: true, suspended: false },
  reject: { approved: false, suspended: true },
  suspend: { suspended: true },
  restore: { suspended: false },
  request_change: {},
};

/** Returns the attributes that a decision sets. */
export const decidedAttributes = (action: ProfileAction): Readonly<Decided> => DECIDED[action];

/** Returns whether a profile is as its owner is told by the mail of this decision. */
export const isAsDecided = (action: ProfileEvent, doc: Readonly<Record<string, unknown>>): boolean => {
  const decided = action === 'edit' ? {} : DECIDED[action];
  return (['approved', 'suspended'] as const).every(
    (name) => decided[name] === undefined || (doc[name] === true) === decided[name],
  );
};

/** Returns the decision that these attributes are for a profile; undefined when they are none that its owner is mailed. */
export function actionOf(doc: StoredDocument, { approved, suspended }: Decided): ProfileAction | undefined {
  const before = storedAs(lawyerCollection, doc);
  const after = {
    approved: approved ?? before.approved === true,
    suspended: suspended ?? before.suspended === true,
  };
  const isBack = before.suspended === true && (after.approved || before.made_by_owner !== true);
  const candidates: (readonly [ProfileAction, boolean])[] = [
    ['approve', approved === true],
    ['reject', approved === false],
    ['suspend', suspended === true],
    ['restore', suspended === false && isBack],
  ];
  return candidates.find(([action, isMeant]) => isMeant && isAsDecided(action, after))?.[0];
}
