import { POST_STATES, stateConditions, type PostState } from '@vidhi/contracts/post-states.ts';
import type { Condition } from '../kit/define-resource.ts';

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

/** Returns the conditions of a list for the articles of a state. */
export const conditionsOfState = (state: PostState, now: Date): Condition[] =>
  stateConditions(state, now).map(([key, value]) => [key.replace(/^filters/, ''), value]);

export const isPostState = (value: string): value is PostState =>
  POST_STATES.some((state) => state === value);
