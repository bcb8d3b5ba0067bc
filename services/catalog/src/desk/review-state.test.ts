import { expect, it } from 'vitest';
import type { ProfileAction, ProfileState } from '@vidhi/contracts/directory-desk.ts';
import { decidedAttributes, stateOf, type Review } from './review-state.ts';

/** A profile on which its owner and staff act in turn. */
function aProfile() {
  let doc: Record<string, unknown> & { id: number } = { id: 1, made_by_owner: true, updatedAt: '1' };
  let review: Review = {};
  let time = 1;
  return {
    edit(): void {
      time += 1;
      doc = { ...doc, updatedAt: String(time) };
    },
    decide(action: ProfileAction): void {
      doc = { ...doc, ...decidedAttributes(action) };
      const decidedOn = String(doc['updatedAt']);
      review = { ...review, action, decidedOn, ...(action === 'approve' ? { approvedOn: decidedOn } : {}) };
    },
    state: (): ProfileState => stateOf(doc, review),
  };
}

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
  ['is restored after an edit', ['approve', 'suspend', 'edit', 'restore'], 'changed'],
])('of a profile that %s is known', (_what, acts, state) => {
  const profile = aProfile();
  for (const act of acts) {
    if (act === 'edit') profile.edit();
    else profile.decide(act);
  }
  expect(profile.state()).toBe(state);
});

it('takes profiles of archives for approved', () => {
  expect(stateOf({ id: 1, updatedAt: '1' }, {})).toBe('approved');
});
