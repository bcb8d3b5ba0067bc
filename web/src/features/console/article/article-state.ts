import {
  stateOf,
  transitionsFrom,
  type PostState,
  type TransitionName,
  TRANSITIONS,
} from '@vidhi/contracts/post-states.ts';
import { formatMoment } from '#shared/text/dates.ts';
import type { StoredArticle } from './article-values.ts';

/** Returns the state of an article by the clock of the server; one that is not stored yet is a draft. */
export const stateOfArticle = (article: StoredArticle | null, now: number): PostState =>
  article === null
    ? 'draft'
    : stateOf(
        { publishedAt: article.publishedAt, stage: article.stage, archived_at: article.archivedAt },
        new Date(now),
      );

export const MOVE_NAMES: Readonly<Record<TransitionName, string>> = {
  submit: 'Submit for review',
  withdraw: 'Take back from review',
  approve: 'Approve',
  'request-changes': 'Request changes',
  publish: 'Publish',
  schedule: 'Schedule',
  unschedule: 'Unschedule',
  unpublish: 'Unpublish',
  archive: 'Archive',
  restore: 'Restore from the archive',
};

const MOVED: Readonly<Record<Exclude<MoveName, CorrectionRemoval>, string>> = {
  submit: 'Submitted for review',
  withdraw: 'It is a draft again',
  approve: 'Approved',
  'request-changes': 'Sent back with your words',
  publish: 'Published',
  schedule: 'Scheduled',
  unschedule: 'Not scheduled any more. It is approved',
  unpublish: 'It is a draft again',
  archive: 'In the archive',
  restore: 'It is a draft again',
  takedown: 'Taken down',
  'lift-takedown': 'The takedown has ended. The article is in the archive',
  corrections: 'Corrected. Readers see it at the end of the article',
};

const isRemoval = (name: MoveName): name is CorrectionRemoval => name.startsWith('corrections/');
/** Returns the notice after a move. */
export const movedText = (name: MoveName): string =>
  isRemoval(name) ? 'The correction was taken back' : MOVED[name];

/** Moves that a dialog is opened for, as they need words or a time. */
const WITH_DIALOG: ReadonlySet<TransitionName> = new Set([
  'submit',
  'request-changes',
  'publish',
  'schedule',
  'unpublish',
  'archive',
]);
export const hasDialog = (name: TransitionName): boolean => WITH_DIALOG.has(name);

type CorrectionRemoval = `corrections/${number}/removal`;

/** An act below the address of an article: a move of the newsroom, a takedown by the order of a court and its end, a correction. */
export type MoveName = TransitionName | 'takedown' | 'lift-takedown' | 'corrections' | CorrectionRemoval;

/** An act of the buttons of the page: moves of the state, or the changes of a published article. */
export type ArticleAction = TransitionName | 'publish-changes';

export interface ArticleActions {
  /** The next step, which Ctrl-Enter takes, too; null where there is none for this person. */
  main: ArticleAction | null;
  second: ArticleAction | null;
  /** Everything else that is possible. */
  others: readonly ArticleAction[];
}

/** A withheld article does not move. */
export const NO_ACTIONS: ArticleActions = { main: null, second: null, others: [] };

const MAIN: Readonly<Record<PostState, readonly TransitionName[]>> = {
  draft: ['publish', 'submit'],
  in_review: ['approve', 'withdraw'],
  changes_requested: ['publish', 'submit'],
  approved: ['publish'],
  scheduled: ['schedule'],
  published: [],
  archived: ['restore'],
};
const SECOND: Partial<Record<PostState, TransitionName>> = {
  in_review: 'request-changes',
  scheduled: 'unschedule',
};

/** Returns what a person may do with an article in a state, by the table of the newsroom. */
export function actionsOf(state: PostState, mayPublish: boolean): ArticleActions {
  const allowed = transitionsFrom(state).filter((name) => mayPublish || TRANSITIONS[name].desk === 'news');
  const main =
    state === 'published'
      ? mayPublish
        ? 'publish-changes'
        : null
      : (MAIN[state].find((name) => allowed.includes(name)) ?? null);
  const wanted = SECOND[state];
  const second = wanted !== undefined && allowed.includes(wanted) ? wanted : null;
  // The dialog of a publication has the time, too.
  const isShown = (name: TransitionName): boolean =>
    name !== main &&
    name !== second &&
    !(name === 'schedule' && main === 'publish') &&
    !(name === 'publish' && main === 'schedule');
  return { main, second, others: allowed.filter(isShown) };
}

/** A sentence that says what publishing does. */
export function publicationSentence(input: {
  state: PostState;
  /** The time that somebody has chosen; null for now. */
  at: string | null;
  path: string;
  feeds: number;
}): string {
  const { state, at, path, feeds } = input;
  const where = `at ${path}, and ${feeds === 1 ? 'in one feed' : `in ${feeds} feeds`}`;
  if (at !== null) return `Goes live on ${formatMoment(at)} India time ${where}.`;
  return state === 'published' ? `Readers see these changes at once ${where}.` : `Goes live now ${where}.`;
}
