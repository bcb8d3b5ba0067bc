import { expect, it } from 'vitest';
import { ACTIONS_OF, type ProfileAction, type ProfileState } from '@vidhi/contracts/directory-desk.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ProfileDecision, ProfileReview } from '../profiles/profile-decisions.ts';
import { reviewOf } from './list-profiles.ts';
import { actionOf, decidedAttributes, isAsDecided, stateOf, type Decided } from './review-state.ts';

interface Situation {
  doc: StoredDocument;
  review: ProfileReview;
}
const aProfile = (values: object = { made_by_owner: true }): Situation => ({
  doc: { id: 1, updatedAt: '100', ...values },
  review: { decisions: [] },
});
const situationState = ({ doc, review }: Situation): ProfileState => stateOf(doc, reviewOf(review));

function edited({ doc, review }: Situation): Situation {
  return { doc: { ...doc, updatedAt: String(Number(doc.updatedAt) + 1) }, review };
}

function decided(
  { doc, review }: Situation,
  action: ProfileAction | undefined,
  attributes: Decided = action === undefined ? {} : decidedAttributes(action),
): Situation {
  const set = attributes;
  const on = String(doc.updatedAt);
  const decision: ProfileDecision = { ...set, on, reason: '', by: 1, at: '', ...(action && { action }) };
  const approved = set.approved === true ? { approved: { on, values: {} } } : {};
  return {
    doc: { ...doc, ...set },
    review: { ...review, decisions: [...review.decisions, decision], ...approved },
  };
}

type Act = ProfileAction | 'edit';
const after = (acts: readonly Act[]): ProfileState =>
  situationState(
    acts.reduce((profile, act) => (act === 'edit' ? edited(profile) : decided(profile, act)), aProfile()),
  );

it.each<[string, readonly (ProfileAction | 'edit')[], ProfileState]>([
  ['is new', [], 'waiting'],
  ['is approved', ['approve'], 'approved'],
  ['is edited after its approval', ['approve', 'edit'], 'changed'],
  ['is approved again', ['approve', 'edit', 'approve'], 'approved'],
  ['has an owner who was asked for a change', ['request_change'], 'change_requested'],
  ['is edited by an owner who was asked', ['request_change', 'edit'], 'waiting'],
  [
    'was approved once, and its owner is asked after an edit',
    ['approve', 'edit', 'request_change'],
    'change_requested',
  ],
  ['was approved once, and is edited after that', ['approve', 'edit', 'request_change', 'edit'], 'changed'],
  ['is rejected', ['reject'], 'rejected'],
  ['is edited after it was rejected', ['reject', 'edit'], 'waiting'],
  ['is approved after it was rejected', ['reject', 'edit', 'approve'], 'approved'],
  ['is suspended', ['approve', 'suspend'], 'suspended'],
  ['is edited while it is suspended', ['approve', 'suspend', 'edit'], 'suspended'],
  ['is restored', ['approve', 'suspend', 'restore'], 'approved'],
  [
    'was rejected, and its owner is asked after an edit',
    ['reject', 'edit', 'request_change'],
    'change_requested',
  ],
  ['was rejected, and is edited after that', ['reject', 'edit', 'request_change', 'edit'], 'waiting'],
  [
    'was rejected, and is approved after that',
    ['reject', 'edit', 'request_change', 'edit', 'approve'],
    'approved',
  ],
  ['is restored after an edit', ['approve', 'suspend', 'edit', 'restore'], 'changed'],
])('of a profile that %s is known', (_what, acts, state) => {
  expect(after(acts)).toBe(state);
});

it('takes profiles of archives for approved', () => {
  expect(situationState(aProfile({}))).toBe('approved');
});

/** The state after each act; several where it depends on what was before. */
const NEXT: Readonly<Record<ProfileState, Partial<Record<Act, readonly ProfileState[]>>>> = {
  waiting: {
    approve: ['approved'],
    request_change: ['change_requested'],
    reject: ['rejected'],
    edit: ['waiting'],
  },
  changed: {
    approve: ['approved'],
    request_change: ['change_requested'],
    reject: ['rejected'],
    suspend: ['suspended'],
    edit: ['changed'],
  },
  // An edit of a profile that nobody had to approve needs no decision.
  approved: { suspend: ['suspended'], edit: ['changed', 'approved'] },
  change_requested: { approve: ['approved'], reject: ['rejected'], edit: ['waiting', 'changed'] },
  rejected: { approve: ['approved'], edit: ['waiting'] },
  suspended: { restore: ['approved', 'changed'], edit: ['suspended'] },
};

/** Calls `visit` for every sequence of acts up to a length. */
function explore(
  situation: Situation,
  length: number,
  next: (situation: Situation) => Iterable<readonly [string, Situation]>,
  visit: (situation: Situation, acts: readonly string[]) => void,
  acts: readonly string[] = [],
): void {
  visit(situation, acts);
  if (length === 0) return;
  for (const [act, then] of next(situation)) explore(then, length - 1, next, visit, [...acts, act]);
}

function* actsOf(situation: Situation): Generator<readonly [Act, Situation]> {
  yield ['edit', edited(situation)];
  for (const action of ACTIONS_OF[situationState(situation)]) yield [action, decided(situation, action)];
}

const ATTRIBUTES: readonly Decided[] = [
  { approved: true },
  { approved: false },
  { suspended: true },
  { suspended: false },
  { approved: true, suspended: false },
  { approved: true, suspended: true },
  { approved: false, suspended: true },
  { approved: false, suspended: false },
];

/** As `actsOf`, and what other programs of staff set. */
function* actsWithAttributes(situation: Situation): Generator<readonly [string, Situation]> {
  yield* actsOf(situation);
  for (const attributes of ATTRIBUTES)
    yield [JSON.stringify(attributes), decided(situation, actionOf(situation.doc, attributes), attributes)];
}

const KINDS = { 'of an owner': { made_by_owner: true }, 'of an archive': {} };

/** Problems of a situation: a state in which nobody can go on, or that is not what owner and staff are told. */
function* problemsOf(situation: Situation): Generator<string> {
  const state = situationState(situation);
  const isHidden = situation.doc['suspended'] === true;
  if ((state === 'suspended' || state === 'rejected') !== isHidden && !(isHidden && isBackInReview(state)))
    yield `${state}, and hidden: ${isHidden}`;
  const ofOwner = situationState(edited(situation));
  if (
    (state === 'rejected' || state === 'change_requested') &&
    ofOwner !== 'waiting' &&
    ofOwner !== 'changed'
  )
    yield `an edit after ${state} makes it ${ofOwner}`;
  if (ACTIONS_OF[state].length === 0) yield `staff can do nothing about ${state}`;
  for (const action of ACTIONS_OF[state]) {
    const next = situationState(decided(situation, action));
    if (next === state) yield `${action} leaves it ${state}`;
  }
}
/** A rejected profile stays hidden while it waits again, and while its owner is asked for a change. */
const isBackInReview = (state: ProfileState): boolean => state === 'waiting' || state === 'change_requested';

it.each(Object.entries(KINDS))(
  'goes from state to state as the table says, for a profile %s',
  (_kind, values) => {
    const wrong: string[] = [];
    explore(aProfile(values), 5, actsOf, (situation, acts) => {
      const state = situationState(situation);
      for (const [act, then] of actsOf(situation))
        if (NEXT[state][act]?.includes(situationState(then)) !== true)
          wrong.push(`${[...acts, act].join(' ')}: ${state} to ${situationState(then)}`);
      for (const problem of problemsOf(situation)) wrong.push(`${acts.join(' ')}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  },
);

it.each(Object.entries(KINDS))(
  'leaves somebody who can go on after any attributes of a profile %s',
  (_kind, values) => {
    const wrong: string[] = [];
    explore(aProfile(values), 4, actsWithAttributes, (situation, acts) => {
      for (const problem of problemsOf(situation)) wrong.push(`${acts.join(' ')}: ${problem}`);
    });
    expect(wrong.slice(0, 20)).toEqual([]);
  },
);

it.each<[string, object, Decided, ProfileAction | undefined]>([
  ['a waiting one that is approved', { made_by_owner: true }, { approved: true }, 'approve'],
  ['a suspended one that is approved', { suspended: true }, { approved: true }, undefined],
  [
    'a rejected one that is approved whole',
    { suspended: true },
    { approved: true, suspended: false },
    'approve',
  ],
  ['a visible one that loses its approval', { approved: true }, { approved: false }, undefined],
  ['a suspended one that loses its approval', { suspended: true }, { approved: false }, 'reject'],
  ['one that is suspended and rejected', {}, { approved: false, suspended: true }, 'reject'],
  ['one that is suspended', {}, { suspended: true }, 'suspend'],
  ['one that is approved and hidden', {}, { approved: true, suspended: true }, 'suspend'],
  ['a suspended one that is shown', { suspended: true }, { suspended: false }, 'restore'],
  ['one that was never hidden', { approved: true }, { suspended: false }, undefined],
  [
    'one that is shown and still not approved',
    { suspended: true, made_by_owner: true },
    { suspended: false },
    undefined,
  ],
  [
    'one that is shown without its approval',
    { suspended: true, made_by_owner: true },
    { approved: false, suspended: false },
    undefined,
  ],
])('mails the owner of %s what is so', (_what, values, attributes, action) => {
  const doc = { id: 1, ...values };
  expect(actionOf(doc, attributes)).toBe(action);
  const after = { ...doc, ...attributes, ...(action === undefined ? {} : decidedAttributes(action)) };
  expect(action === undefined || isAsDecided(action, after)).toBe(true);
});
