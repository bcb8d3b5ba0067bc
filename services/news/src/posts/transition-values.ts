import type { WriteContext } from '@vidhi/content-service';
import { validationError } from '@vidhi/contracts/errors.ts';
import type { TransitionName } from '@vidhi/contracts/post-states.ts';
import { timeOf } from '@vidhi/contracts/time-of.ts';

type Values = Readonly<Record<string, unknown>>;

export interface TransitionRequest {
  reason: string | undefined;
  at: string | undefined;
  reviewer: number | undefined;
}

/** Returns the attributes that a transition sets. */
export function transitionValues(
  name: TransitionName,
  { at, reviewer }: Omit<TransitionRequest, 'reason'>,
  now: Date,
): Values {
  switch (name) {
    case 'submit':
      return { stage: 'in_review', ...(reviewer === undefined ? {} : { reviewer }) };
    case 'withdraw':
      return { stage: null };
    case 'approve':
    case 'unschedule':
      return { stage: 'approved', publishedAt: null };
    case 'request-changes':
      return { stage: 'changes_requested' };
    case 'publish':
      return { publishedAt: now.toISOString() };
    case 'schedule':
      if (at === undefined) throw validationError('at must be the time of the publication');
      if (timeOf(at) <= now.getTime()) throw validationError('at must be in the future');
      return { publishedAt: at };
    case 'unpublish':
    case 'restore':
      return { publishedAt: null, stage: null, archived_at: null, unpublish_at: null };
    case 'archive':
      return { publishedAt: null, stage: null, archived_at: now.toISOString(), unpublish_at: null };
  }
}

/** Kinds of the edits that transitions are, where the state before and after does not say it. */
export const TRANSITION_KINDS: Partial<Record<TransitionName, NonNullable<WriteContext['edit']>['kind']>> = {
  submit: 'submit',
  approve: 'approve',
  'request-changes': 'request-changes',
  archive: 'archive',
  restore: 'restore',
  unschedule: 'unpublish',
};
