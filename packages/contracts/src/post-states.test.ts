import { describe, expect, it } from 'vitest';
import {
  POST_STATES,
  type PostState,
  stateConditions,
  stateOf,
  TRANSITION_NAMES,
  TRANSITIONS,
  transitionsFrom,
} from './post-states.ts';

const NOW = new Date('2026-11-28T10:00:00.000Z');
const PAST = '2026-11-01T10:00:00.000Z';
const FUTURE = '2026-12-01T10:00:00.000Z';

const TIMES = [null, PAST, FUTURE, NOW.toISOString()];
const POSTS = TIMES.flatMap((publishedAt) =>
  [null, PAST].flatMap((archived_at) =>
    [null, 'in_review', 'changes_requested', 'approved'].map((stage) => ({
      publishedAt,
      archived_at,
      stage,
    })),
  ),
);

/** Evaluates the conditions of a list as the service does. */
function matches(post: Readonly<Record<string, string | null>>, state: PostState): boolean {
  return stateConditions(state, NOW).every(([path, value]) => {
    const [, name = '', operator = ''] = /^\[(\w+)\]\[(\$\w+)\]$/.exec(path) ?? [];
    const own = post[name] ?? null;
    switch (operator) {
      case '$null':
        return own === null;
      case '$notNull':
        return own !== null;
      case '$lte':
        return own !== null && own <= value;
      case '$gt':
        return own !== null && own > value;
      case '$eq':
        return own === value;
      default:
        throw new Error(operator);
    }
  });
}

describe('the state of an article', () => {
  it.each(POSTS)('is the only one whose filter finds $publishedAt, $archived_at, $stage', (post) => {
    expect(POST_STATES.filter((state) => matches(post, state))).toEqual([stateOf(post, NOW)]);
  });

  it.each([
    [{}, 'draft'],
    [{ stage: 'unknown' }, 'draft'],
    [{ publishedAt: PAST, stage: 'approved' }, 'published'],
    [{ publishedAt: FUTURE, archived_at: PAST }, 'scheduled'],
    [{ publishedAt: null, archived_at: PAST, stage: 'approved' }, 'archived'],
  ] as const)('of %j is %s', (post, state) => {
    expect(stateOf(post, NOW)).toBe(state);
  });
});

describe('the transitions', () => {
  it('lead out of every state, and into every one', () => {
    for (const state of POST_STATES) expect(transitionsFrom(state)).not.toEqual([]);
    expect(new Set(TRANSITION_NAMES.map((name) => TRANSITIONS[name].to))).toEqual(new Set(POST_STATES));
  });

  it('need the desk publish wherever readers see a difference', () => {
    const visible = (state: PostState) => state === 'published' || state === 'scheduled';
    const loose = TRANSITION_NAMES.filter((name) => {
      const { from, to, desk } = TRANSITIONS[name];
      return desk === 'news' && (visible(to) || from.some(visible));
    });
    expect(loose).toEqual([]);
  });
});
