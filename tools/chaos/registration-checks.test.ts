import { describe, expect, it } from 'vitest';
import { aRegistration } from './evidence-builder.ts';
import type { RegistrationEvidence } from './evidence.ts';
import { checkRegistrations } from './registration-checks.ts';

const { evidence, account } = aRegistration();
const [registrant] = evidence.registrants;
if (registrant === undefined) throw new Error('nobody registers');
const kindsOf = (change: Partial<RegistrationEvidence>): string[] => [
  ...new Set(checkRegistrations({ ...evidence, ...change }).map(({ kind }) => kind)),
];
const unfinished = { registrants: [{ ...registrant, isComplete: false }] };

describe('a registration', () => {
  it('is right when account, profile and mails are', () => {
    expect(checkRegistrations(evidence)).toEqual([]);
  });

  it('is right without a profile while it is not complete', () => {
    expect(kindsOf({ ...unfinished, profiles: [] })).toEqual([]);
  });

  it.each<[string, string, Partial<RegistrationEvidence>]>([
    ['there are two accounts', 'two accounts', { accounts: [account, { ...account, _id: 8 }] }],
    ['there is no account', 'no account', { accounts: [], profiles: [] }],
    ['the role is another one', 'role', { accounts: [{ ...account, role: 6 }] }],
    ['an event waits', 'event not published', { accounts: [{ ...account, outboxDue: new Date(0) }] }],
    ['there are two profiles', 'two profiles', { profiles: [...evidence.profiles, ...evidence.profiles] }],
    ['there is no profile', 'no profile', { profiles: [] }],
    ['a customer has one', 'profile of a customer', { registrants: [{ ...registrant, role: 4 }] }],
    [
      'a profile has an owner without account',
      'profile of nobody',
      { profiles: [{ _id: 1, users_permissions_user: 9 }] },
    ],
    ['a mail has no row', 'one mail of each kind', { mails: evidence.mails.slice(1) }],
    [
      'a mail was asked for twice',
      'one mail of each kind',
      { accounts: [{ ...account, mailRequests: [...account.mailRequests, ...account.mailRequests] }] },
    ],
    [
      'a mail was not sent',
      'mail not sent',
      { mails: evidence.mails.map((mail) => ({ ...mail, state: 'DEAD' })) },
    ],
    ['a mail was not received', 'mails received', { inbox: evidence.inbox.slice(1) }],
    ['a mail was received twice', 'mails received', { inbox: [...evidence.inbox, ...evidence.inbox] }],
  ])('is wrong when %s', (_sentence, kind, change) => {
    expect(kindsOf(change)).toContain(kind);
  });
});
