import { expect, it } from 'vitest';
import { PROFILE_STATES } from '@vidhi/contracts/directory-desk.ts';
import { noticeOf } from './own-review.ts';

const NONE = { id: 1, reason: null, decided_at: null, declared_at: null, hidden_by: null };

it.each(PROFILE_STATES)('explains to the owner why others do not see a profile that is %s', (state) => {
  expect(noticeOf({ ...NONE, state, is_public: false, hidden_by: 'approval' })?.text).toBeTruthy();
});

it('names what a new profile waits for', () => {
  const waiting = { ...NONE, state: 'waiting', is_public: false } as const;
  expect(noticeOf({ ...waiting, hidden_by: 'unconfirmed' })?.text).toBe(
    'Please confirm your email address: we have mailed you a link.',
  );
  expect(noticeOf({ ...waiting, hidden_by: 'approval' })?.title).toBe(
    'Your profile is waiting for our approval',
  );
});

it('says nothing of a profile that everybody sees and nobody asks about', () => {
  for (const state of ['approved', 'waiting'] as const)
    expect(noticeOf({ ...NONE, state, is_public: true })).toBeNull();
});
