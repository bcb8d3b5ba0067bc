import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProfileDecided, ProfileInvited } from '@vidhi/contracts/events.ts';
import { startNotify } from './running-notify-builder.ts';

let notify: Awaited<ReturnType<typeof startNotify>>;
beforeAll(async () => {
  notify = await startNotify('profile-mails');
});
afterAll(() => notify.close());

const publish = (number: number) =>
  notify.publish('catalogDecisions', {
    id: `${ProfileDecided.type}:7:${number}`,
    type: ProfileDecided.type,
    v: ProfileDecided.v,
    aggregateId: '7',
    occurredAt: new Date().toISOString(),
    data: { profileId: 7, number },
  });

it('mails a decision with its reason to the owner once, and none that a later one has replaced', async () => {
  const { documents } = notify.accounts;
  documents.set('/internal/users/5/contact', { address: 'asha@example.in', name: 'Asha', isConfirmed: true });
  documents.set('/internal/profiles/7/decisions/1', {
    ownerId: 5,
    title: 'Adv. Asha Rao',
    action: 'request_change',
    reason: 'Please add your enrolment number.',
    path: '/catalogs/lawyers/7/adv-asha-rao',
  });
  for (const number of [0, 1, 1]) await publish(number);
  await expect.poll(() => notify.mails.countDocuments({ state: { $in: ['SENT', 'CANCELLED'] } })).toBe(2);
  const [mail, ...more] = await notify.inbox.mails('asha@example.in');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Please change your profile on Vidhi');
  expect(mail?.text).toContain('Please change:\nPlease add your enrolment number.');
  expect(mail?.text).toContain('https://vidhi.example/account');
});

const invite = (number: number) =>
  notify.publish('catalogDecisions', {
    id: `${ProfileInvited.type}:request-${number}`,
    type: ProfileInvited.type,
    v: ProfileInvited.v,
    aggregateId: '9',
    occurredAt: new Date().toISOString(),
    data: { profileId: 9, number },
  });

it('mails an invitation with its link once, and none that a later one has replaced', async () => {
  notify.accounts.documents.set('/internal/profiles/9/invitations/2', {
    address: 'ravi@example.in',
    title: 'Adv. Ravi Iyer',
    kind: 'lawyer',
    expiresAt: '2026-12-30T06:30:00.000Z',
    path: '/account/claim?code=the-token',
  });
  for (const number of [1, 2, 2]) await invite(number);
  await expect
    .poll(() =>
      notify.mails.countDocuments({
        template: 'profile-invitation',
        state: { $in: ['SENT', 'CANCELLED'] },
      }),
    )
    .toBe(2);
  const [mail, ...more] = await notify.inbox.mails('ravi@example.in');
  expect(more).toEqual([]);
  expect(mail?.text).toContain('https://vidhi.example/account/claim?code=the-token');
  // The ledger stores neither address nor token.
  const rows = JSON.stringify(await notify.mails.find({}).toArray());
  expect(rows).not.toMatch(/ravi@|the-token/);
});
