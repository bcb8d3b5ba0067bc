import { TRANSITIONS, type PostState, type TransitionName } from '@vidhi/contracts/post-states.ts';
import { forbidden, WireError } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import {
  DELETE_ACTION,
  linkAction,
  type AuthorizeJob,
  type JobAction,
  type JobActions,
} from '@vidhi/content-service/jobs.ts';
import { categoryCollection } from '@vidhi/collections/news/category.ts';
import { postCollection } from '@vidhi/collections/news/post.ts';
import { tagCollection } from '@vidhi/collections/news/tag.ts';
import { mergeAction } from './merge-action.ts';
import { requirePostDesk } from '../posts/require-post-desk.ts';
import { storedState } from '../posts/state-rules.ts';
import { TRANSITION_KINDS, transitionValues } from '../posts/transition-values.ts';

/** Attributes that follow from a change of the state, or of the text of an approved article. */
const OF_THE_STATE = ['publishedAt', 'publish_date', 'stage', 'archived_at', 'unpublish_at'] as const;

const LABELS = { publish: 'Publish', unpublish: 'Unpublish', archive: 'Archive' } as const;
const DONE: Readonly<Record<keyof typeof LABELS, PostState>> = {
  publish: 'published',
  unpublish: 'draft',
  archive: 'archived',
};

/** The text that its writer sees is not the one that readers would. */
const UNSAVED = 'It has changes that are not saved: open it, and publish it there';

const isStateAction = (job: string): boolean => Object.hasOwn(LABELS, job);

/** A transition of the newsroom; the writer applies its rules to each article. */
function stateAction(name: Extract<TransitionName, keyof typeof LABELS>, now: () => Date): JobAction {
  return {
    read: () => ({ params: {}, label: LABELS[name] }),
    ...(name === 'publish' ? { rejectsCopies: UNSAVED } : {}),
    plan({ doc }) {
      const at = now();
      const state = storedState(doc, at);
      if (state === DONE[name]) return null;
      if (!(TRANSITIONS[name].from as readonly PostState[]).includes(state))
        throw new WireError(
          409,
          'ConflictError',
          `An article that is ${state.replaceAll('_', ' ')} cannot be changed by ${name}`,
        );
      return {
        kind: 'update',
        patch: transitionValues(name, { at: undefined, reviewer: undefined }, at),
        touches: OF_THE_STATE,
        edit: TRANSITION_KINDS[name],
        action: name,
      };
    },
  };
}

/** Creates what is done with many documents of a collection at once. */
export function createNewsActions(
  model: ReadModel,
  now: () => Date = () => new Date(),
): (collection: Collection) => JobActions {
  const ofEach: JobActions = { delete: DELETE_ACTION };
  const ofPosts: JobActions = {
    ...ofEach,
    tags: linkAction({
      model,
      attribute: 'tags',
      target: tagCollection.name,
      words: ['tag', 'tags'],
      touches: ['stage'],
    }),
    categories: linkAction({
      model,
      attribute: 'categories',
      target: categoryCollection.name,
      words: ['category', 'categories'],
      touches: ['stage'],
    }),
    publish: stateAction('publish', now),
    unpublish: stateAction('unpublish', now),
    archive: stateAction('archive', now),
  };
  const byName: Readonly<Record<string, JobActions>> = {
    [postCollection.name]: ofPosts,
    [tagCollection.name]: { ...ofEach, merge: mergeAction(model, 'tag') },
    [categoryCollection.name]: { ...ofEach, merge: mergeAction(model, 'category') },
  };
  return ({ name, kind }) => (kind === 'single' ? {} : (byName[name] ?? ofEach));
}

/** Allows changes of posts as single writes of them, and those of all others at `publish`. */
export const authorizeNewsJob: AuthorizeJob = ({ principal, collection, action, job, current }) => {
  if (collection.name !== postCollection.name) {
    if (!hasDesk(principal, 'publish')) throw forbidden();
    return;
  }
  if (isStateAction(job) && !hasDesk(principal, 'publish')) throw forbidden();
  if (current === undefined) {
    if (!hasDesk(principal, 'news', 'publish')) throw forbidden();
    return;
  }
  requirePostDesk({ principal, action, current, data: {} });
};
