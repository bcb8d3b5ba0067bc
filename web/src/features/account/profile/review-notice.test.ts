import { expect, it } from 'vitest';
import { PROFILE_STATES } from '@vidhi/contracts/directory-desk.ts';
import { noticeOf } from './review-notice.tsx';

const NONE = { id: 1, reason: null, decided_at: null };

it.each(PROFILE_STATES)('explains to the owner why others do not see a profile that is %s', (state) => {
  expect(noticeOf({ ...NONE, state, is_public: false })?.text).toBeTruthy();
});

it('says nothing of a profile that everybody sees and nobody asks about', () => {
  for (const state of ['approved', 'waiting'] as const)
    expect(noticeOf({ ...NONE, state, is_public: true })).toBeNull();
});
