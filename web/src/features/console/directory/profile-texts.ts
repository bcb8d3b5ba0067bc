import type { ProfileAction, ProfileEvent, ProfileState } from '@vidhi/contracts/directory-desk.ts';
import type { InvitationState } from '@vidhi/contracts/profile-invitations.ts';

export const PROFILE_STATE_NAMES: Readonly<Record<ProfileState, string>> = {
  waiting: 'New',
  changed: 'Changed',
  approved: 'Approved',
  change_requested: 'Asked for a change',
  rejected: 'Rejected',
  suspended: 'Suspended',
};

export const INVITATION_NAMES: Readonly<Record<InvitationState, string>> = {
  open: 'Invited',
  expired: 'Invitation expired',
  void: 'Invitation void',
  claimed: 'Claimed',
  revoked: 'Invitation revoked',
};

interface ActionTexts {
  label: string;
  done: string;
  /** The mail that the owner gets. */
  mail: string;
  isDangerous?: true;
}

export const ACTION_TEXTS: Readonly<Record<ProfileAction, ActionTexts>> = {
  approve: {
    label: 'Approve',
    done: 'Approved',
    mail: 'The owner gets a mail: “Your profile is approved.” A note to them is optional.',
  },
  request_change: {
    label: 'Ask for a change',
    done: 'The owner is asked for a change.',
    mail: 'The owner gets a mail: “Please change your profile.” Write what should change.',
  },
  reject: {
    label: 'Reject',
    done: 'Rejected',
    mail: 'The owner gets a mail: “Your profile is not approved.” Others do not see it. It comes back here when the owner edits it.',
    isDangerous: true,
  },
  suspend: {
    label: 'Suspend',
    done: 'Suspended',
    mail: 'The owner gets a mail: “Your profile is suspended.” Nobody else can see it from now on.',
    isDangerous: true,
  },
  restore: {
    label: 'Restore',
    done: 'Restored',
    mail: 'The owner gets a mail: “Your profile is back.”',
  },
};

const DAY_MS = 86_400_000;

/** `3 days`, since a time. */
export function ageText(since: string | null, now: number): string {
  if (since === null) return '';
  const days = Math.floor((now - Date.parse(since)) / DAY_MS);
  return days < 1 ? 'today' : days === 1 ? '1 day' : `${days} days`;
}

/** Returns the text of an act of staff in the list of a profile's page. */
export const eventText = (event: ProfileEvent): string =>
  event === 'edit' ? 'Edited for the owner' : ACTION_TEXTS[event].done;
