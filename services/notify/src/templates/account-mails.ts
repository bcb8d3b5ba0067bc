import type { MailTemplate as AccountMail } from '@vidhi/contracts/events.ts';
import { formatTime, greeting, linkOf, textOf } from './template-values.ts';
import type { MailTemplate } from './mail-content.ts';

const IGNORE = 'If this was not you, please ignore this mail. Nothing will change.';

/** Mails that accounts requests; `mail-requests.ts` of the contracts describes their values. */
export const ACCOUNT_MAILS: Readonly<Record<AccountMail, MailTemplate>> = {
  'registration-notice': ({ values, site }) => {
    const facts = [
      ['Name', [textOf(values['first_name']), textOf(values['last_name'])].join(' ').trim()],
      ['Email', textOf(values['email'])],
      ['Mobile', textOf(values['mobile'])],
      ['Registered as', textOf(values['role'])],
      ['Account', textOf(values['id'])],
      ['Registered at', formatTime(values['registeredAt'])],
      ['Profile', textOf(values['profile'])],
    ] as const;
    const profileId = textOf(values['profileId']);
    return {
      subject: `New user at ${site.name}`,
      blocks: [
        { kind: 'heading', text: 'New user' },
        { kind: 'paragraph', text: `A new user has registered at ${site.name}.` },
        { kind: 'facts', facts: facts.filter(([, value]) => value !== '') },
        ...(profileId === ''
          ? []
          : [
              {
                kind: 'button' as const,
                text: 'See the profile',
                link: new URL(`/console/profiles/${profileId}`, site.url).href,
              },
            ]),
      ],
    };
  },

  'email-confirmation': ({ values, link, site }) => ({
    subject: `Confirm your email address for ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'Confirm your email address' },
      { kind: 'paragraph', text: greeting(values) },
      {
        kind: 'paragraph',
        text: `Thank you for registering at ${site.name}. Open this link, and press the button on the page to confirm your email address.`,
      },
      { kind: 'button', text: 'Confirm email address', link: linkOf(link) },
      { kind: 'note', text: IGNORE },
    ],
  }),

  'password-reset': ({ values, link, site }) => ({
    subject: `Set a new password for ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'Set a new password' },
      { kind: 'paragraph', text: greeting(values) },
      {
        kind: 'paragraph',
        text: `We received a request for a new password for your account at ${site.name}. Open this link to set one. It works once.`,
      },
      { kind: 'button', text: 'Set a new password', link: linkOf(link) },
      { kind: 'note', text: IGNORE },
    ],
  }),

  'staff-invitation': ({ values, link, site }) => ({
    subject: `Your account for the console of ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'Welcome to the team' },
      { kind: 'paragraph', text: greeting(values) },
      {
        kind: 'paragraph',
        text: `You are invited to work at ${site.name} as ${textOf(values['role']).toLowerCase()}. Open this link to choose your password. It works once, within seven days.`,
      },
      { kind: 'button', text: 'Choose a password', link: linkOf(link) },
      { kind: 'note', text: IGNORE },
    ],
  }),

  'second-step-notice': ({ values, site }) => {
    const state = textOf(values['state']) === 'on' ? 'on' : 'off';
    return {
      subject: `Two-step login for ${site.name} is ${state}`,
      blocks: [
        { kind: 'heading', text: `Two-step login is ${state}` },
        { kind: 'paragraph', text: greeting(values) },
        {
          kind: 'paragraph',
          text: `Two-step login for your account at ${site.name} was turned ${state}${onTime(values['changedAt'])}.`,
        },
        {
          kind: 'note',
          text: `If this was not you, set a new password at once, and tell an administrator: ${new URL('/forgot-password', site.url).href}`,
        },
      ],
    };
  },

  'email-change-confirmation': ({ values, link, site }) => ({
    subject: `Confirm your new email address for ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'Confirm your new email address' },
      { kind: 'paragraph', text: greeting(values) },
      {
        kind: 'paragraph',
        text: `Open this link, and press the button on the page to use this email address for your account at ${site.name}. Until then, your account keeps its present address.`,
      },
      { kind: 'button', text: 'Confirm new email address', link: linkOf(link) },
      { kind: 'note', text: IGNORE },
    ],
  }),

  'email-change-requested-notice': ({ values, link, site }) => ({
    subject: `Request to change the email address of your account at ${site.name}`,
    blocks: [
      { kind: 'heading', text: 'A new email address for your account?' },
      { kind: 'paragraph', text: greeting(values) },
      {
        kind: 'paragraph',
        text: `A change of the email address of your account at ${site.name} was requested${onTime(values['requestedAt'])}, with your password. If this was you, there is nothing to do here: we have sent a link to the new address.`,
      },
      { kind: 'paragraph', text: 'If this was not you, stop the change now, then set a new password.' },
      { kind: 'button', text: 'Stop the change', link: linkOf(link) },
      { kind: 'note', text: 'The link works for one day. After that, the change can no longer be made.' },
    ],
  }),

  'email-changed-notice': ({ values, site }) => ({
    subject: `The email address of your account at ${site.name} was changed`,
    blocks: [
      { kind: 'heading', text: 'Your email address was changed' },
      { kind: 'paragraph', text: greeting(values) },
      {
        kind: 'paragraph',
        text: `The email address of your account at ${site.name} was changed${onTime(values['changedAt'])}. Your account no longer uses this address.`,
      },
      {
        kind: 'note',
        text: 'If this was not you, please write to us at once: someone else may be using your account.',
      },
    ],
  }),

  'password-changed-notice': ({ values, site }) => ({
    subject: `Your password for ${site.name} was changed`,
    blocks: [
      { kind: 'heading', text: 'Your password was changed' },
      { kind: 'paragraph', text: greeting(values) },
      {
        kind: 'paragraph',
        text: `The password of your account at ${site.name} was changed${onTime(values['changedAt'])}.`,
      },
      {
        kind: 'note',
        text: `If this was not you, set a new password at once: ${new URL('/forgot-password', site.url).href}`,
      },
    ],
  }),
};

function onTime(value: unknown): string {
  const time = formatTime(value);
  return time === '' ? '' : ` on ${time}`;
}
