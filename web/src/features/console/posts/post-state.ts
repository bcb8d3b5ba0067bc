import { POST_STATES, stateConditions, type PostState } from '@vidhi/contracts/post-states.ts';
import type { postCollection } from '@vidhi/collections/news/post.ts';
import type { ContentCondition } from '../kit/row.ts';

/** States of an article, as lists, filters and the article itself name them. */
export const STATE_NAMES: Readonly<Record<PostState, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
};

type PostCondition = ContentCondition<typeof postCollection>;

/** Stands for the condition that an article has a working copy, which is a parameter of its own. */
export const HAS_COPY = 'working_copies';

/** In the address of a list, beside the states: published, and changed since by somebody who has not published that. */
const CHANGED = 'published_changed';

/** Choices of the filter of lists. */
export const STATE_CHOICES: readonly { value: string; label: string }[] = [
  ...POST_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
  { value: CHANGED, label: 'Published, with unpublished changes' },
];

/** Returns the conditions of a list for a choice; none for another text. */
export function conditionsOfChoice(value: string, now: Date): PostCondition[] {
  if (value === CHANGED) return [[HAS_COPY, 'true'], ...stateConditions('published', now)];
  return isPostState(value) ? stateConditions(value, now) : [];
}

const isPostState = (value: string): value is PostState => POST_STATES.some((state) => state === value);
