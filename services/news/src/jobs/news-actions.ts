import { TRANSITIONS, type PostState, type TransitionName } from '@vidhi/contracts/post-states.ts';
import { forbidden, validationError, WireError } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { Collection, ReadModel } from '@vidhi/content-engine';
import {
  DELETE_ACTION,
  namesOf,
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

const MAX_LINKS = 50;
/** Attributes that follow from a change of the state, or of the text of an approved article. */
const OF_THE_STATE = ['publishedAt', 'publish_date', 'stage', 'archived_at', 'unpublish_at'] as const;

function idsOf(model: ReadModel, target: string, value: unknown, name: string): number[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.length <= MAX_LINKS && value.every(Number.isSafeInteger);
  if (!isList) throw validationError(`${name} must be a list of at most ${MAX_LINKS} ids`);
  const ids = [...new Set(value as number[])];
  const missing = ids.find((id) => model.get(target, id) === undefined);
  if (missing !== undefined) throw validationError(`There is no ${target} ${missing}`);
  return ids;
}

/** Adds and removes links of an article: tags, or categories. */
function linkAction(
  model: ReadModel,
  attribute: 'tags' | 'categories',
  target: 'tag' | 'category',
): JobAction {
  const [one, many] = target === 'tag' ? ['tag', 'tags'] : ['category', 'categories'];
  const counted = (ids: readonly number[]): string =>
    `the ${ids.length === 1 ? one : many} ${namesOf(model, target, ids)}`;
  return {
    read({ add, remove }) {
      const params = {
        add: idsOf(model, target, add, 'add'),
        remove: idsOf(model, target, remove, 'remove'),
      };
      if (params.add.length === 0 && params.remove.length === 0)
        throw validationError(`Name at least one ${one} to add or to remove`);
      const steps = [
        ...(params.add.length === 0 ? [] : [`add ${counted(params.add)}`]),
        ...(params.remove.length === 0 ? [] : [`remove ${counted(params.remove)}`]),
      ].join(', ');
      return { params, label: steps.charAt(0).toUpperCase() + steps.slice(1) };
    },
    plan({ doc }, params) {
      const { add, remove } = params as { add: readonly number[]; remove: readonly number[] };
      const current = (Array.isArray(doc[attribute]) ? doc[attribute] : []) as number[];
      const missing = add.filter((id) => !current.includes(id));
      const wanted = [...current.filter((id) => !remove.includes(id)), ...missing];
      return missing.length === 0 && wanted.length === current.length
        ? null
        : { kind: 'update', patch: { [attribute]: wanted }, touches: ['stage'] };
    },
  };
}

const LABELS = { publish: 'Publish', unpublish: 'Unpublish', archive: 'Archive' } as const;
const DONE: Readonly<Record<keyof typeof LABELS, PostState>> = {
  publish: 'published',
  unpublish: 'draft',
  archive: 'archived',
};

const isStateAction = (job: string): boolean => Object.hasOwn(LABELS, job);

/** A transition of the newsroom; the writer applies its rules to each article. */
function stateAction(name: Extract<TransitionName, keyof typeof LABELS>, now: () => Date): JobAction {
  return {
    read: () => ({ params: {}, label: LABELS[name] }),
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
    tags: linkAction(model, 'tags', 'tag'),
    categories: linkAction(model, 'categories', 'category'),
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
