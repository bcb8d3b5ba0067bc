import type { Desk } from './desks.ts';
import { timeOf } from './time-of.ts';

/** States of an article, derived from its attributes. Exactly one applies at any time. */
export const POST_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'scheduled',
  'published',
  'archived',
] as const;
export type PostState = (typeof POST_STATES)[number];

/** Stages of an article that is not published; a draft has none. */
export const STAGES = ['in_review', 'changes_requested', 'approved'] as const;
export type Stage = (typeof STAGES)[number];

/** Attributes that decide the state. */
export interface StatefulPost {
  publishedAt?: unknown;
  stage?: unknown;
  archived_at?: unknown;
}

export const isStage = (value: unknown): value is Stage => STAGES.some((stage) => stage === value);

export function stateOf({ publishedAt, stage, archived_at: archivedAt }: StatefulPost, now: Date): PostState {
  if (typeof publishedAt === 'string')
    return timeOf(publishedAt) <= now.getTime() ? 'published' : 'scheduled';
  if (typeof archivedAt === 'string') return 'archived';
  return isStage(stage) ? stage : 'draft';
}

/** A condition of a list, below its parameter `filters`. */
type Condition = readonly [
  path: `[${keyof StatefulPost}][${'$null' | '$notNull' | '$lte' | '$gt' | '$eq'}]`,
  value: string,
];

const UNPUBLISHED: Condition = ['[publishedAt][$null]', 'true'];
const UNARCHIVED: Condition = ['[archived_at][$null]', 'true'];

/** Returns the conditions of a list under which its articles are in a state; they need `publicationState=preview`. */
export function stateConditions(state: PostState, now: Date): Condition[] {
  switch (state) {
    case 'published':
      return [['[publishedAt][$lte]', now.toISOString()]];
    case 'scheduled':
      return [['[publishedAt][$gt]', now.toISOString()]];
    case 'archived':
      return [UNPUBLISHED, ['[archived_at][$notNull]', 'true']];
    case 'draft':
      return [UNPUBLISHED, UNARCHIVED, ['[stage][$null]', 'true']];
    default:
      return [UNPUBLISHED, UNARCHIVED, ['[stage][$eq]', state]];
  }
}

/** The transitions of an article in the newsroom, beside editing it. */
export interface Transition {
  from: readonly PostState[];
  to: PostState;
  /** `news` at least for the own drafts of a writer. */
  desk: Extract<Desk, 'news' | 'publish'>;
  /** Whether the text of the reason is required. */
  needsReason?: true;
}

const UNFINISHED = ['draft', 'in_review', 'changes_requested', 'approved'] as const;

export const TRANSITIONS = {
  submit: { from: ['draft', 'changes_requested'], to: 'in_review', desk: 'news' },
  withdraw: { from: ['in_review'], to: 'draft', desk: 'news' },
  approve: { from: ['in_review', 'changes_requested'], to: 'approved', desk: 'publish' },
  'request-changes': {
    from: ['in_review', 'approved'],
    to: 'changes_requested',
    desk: 'publish',
    needsReason: true,
  },
  publish: { from: [...UNFINISHED, 'scheduled'], to: 'published', desk: 'publish' },
  schedule: { from: [...UNFINISHED, 'scheduled'], to: 'scheduled', desk: 'publish' },
  unschedule: { from: ['scheduled'], to: 'approved', desk: 'publish' },
  unpublish: { from: ['published'], to: 'draft', desk: 'publish' },
  archive: { from: [...UNFINISHED, 'scheduled', 'published'], to: 'archived', desk: 'publish' },
  restore: { from: ['archived'], to: 'draft', desk: 'publish' },
} as const satisfies Readonly<Record<string, Transition>>;

export type TransitionName = keyof typeof TRANSITIONS;
export const TRANSITION_NAMES = Object.keys(TRANSITIONS) as TransitionName[];

/** Returns what the newsroom may do with an article in a state. */
export const transitionsFrom = (state: PostState): TransitionName[] =>
  TRANSITION_NAMES.filter((name) => (TRANSITIONS[name].from as readonly PostState[]).includes(state));
