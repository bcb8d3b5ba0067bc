import type { MailBlock, MailTemplate, SiteIdentity } from './mail-content.ts';
import { formatDay, greetingOf, linkOf, textOf } from './template-values.ts';

interface Wording {
  subject: (site: SiteIdentity) => string;
  heading: string;
  text: (title: string, site: SiteIdentity) => string;
  /** Before the words of staff. */
  reason: string;
  button: string;
}

const WORDINGS: Readonly<Record<string, Wording>> = {
  approve: {
    subject: ({ name }) => `Your profile on ${name} is approved`,
    heading: 'Your profile is approved',
    text: (title) => `Thank you. We have looked at your profile “${title}”, and everybody can see it now.`,
    reason: 'A note from us:',
    button: 'See your profile',
  },
  request_change: {
    subject: ({ name }) => `Please change your profile on ${name}`,
    heading: 'Please change your profile',
    text: (title) => `We have looked at your profile “${title}” and need a change before we can approve it.`,
    reason: 'Please change:',
    button: 'Edit your profile',
  },
  reject: {
    subject: ({ name }) => `Your profile on ${name} is not approved`,
    heading: 'Your profile is not approved',
    text: (title) =>
      `We have looked at your profile “${title}” and cannot approve it. Others cannot see it. You can still edit it, and we will look at it again.`,
    reason: 'The reason:',
    button: 'Edit your profile',
  },
  suspend: {
    subject: ({ name }) => `Your profile on ${name} is suspended`,
    heading: 'Your profile is suspended',
    text: (title) => `We have suspended your profile “${title}”. For now, only you can see it.`,
    reason: 'The reason:',
    button: 'Open your account',
  },
  restore: {
    subject: ({ name }) => `Your profile on ${name} is back`,
    heading: 'Your profile is back',
    text: (title) => `We have restored your profile “${title}”.`,
    reason: 'A note from us:',
    button: 'See your profile',
  },
  edit: {
    subject: ({ name }) => `We have edited your profile on ${name}`,
    heading: 'We have edited your profile',
    text: (title) =>
      `We have changed your profile “${title}” for you. Please look at it: if something is not right, you can edit it.`,
    reason: 'A note from us:',
    button: 'See your profile',
  },
};

/** A decision about a profile, or an edit of it, to its owner, with the reason in the words of staff. */
const profileDecided: MailTemplate = ({ values, link, site }) => {
  const wording = WORDINGS[textOf(values['action'])];
  if (wording === undefined) throw new Error('the mail needs a decision');
  const reason = textOf(values['reason']);
  const changed = textOf(values['changed']);
  const isUnconfirmed = values['isConfirmed'] === false;
  const blocks: MailBlock[] = [
    { kind: 'heading', text: wording.heading },
    { kind: 'paragraph', text: greetingOf(values['name']) },
    { kind: 'paragraph', text: wording.text(textOf(values['title']), site) },
    ...(reason === '' ? [] : [{ kind: 'paragraph' as const, text: `${wording.reason}\n${reason}` }]),
    ...(changed === '' ? [] : [{ kind: 'paragraph' as const, text: `Changed: ${changed}.` }]),
    ...(isUnconfirmed
      ? [
          {
            kind: 'paragraph' as const,
            text: 'Please confirm your email address too: others can see your profile only after that.',
          },
        ]
      : []),
    { kind: 'button', text: wording.button, link: linkOf(link) },
  ];
  return { subject: wording.subject(site), blocks };
};

/** The invitation to claim a profile that staff has made, to somebody who may not know the site. */
const profileInvitation: MailTemplate = ({ values, link, site }) => {
  const title = textOf(values['title']);
  const what = values['kind'] === 'firm' ? 'a profile for your firm' : 'a profile for you';
  return {
    subject: `Your profile on ${site.name}: please claim it`,
    blocks: [
      { kind: 'heading', text: 'Please claim your profile' },
      {
        kind: 'paragraph',
        text: `We have added ${what}, “${title}”, to the directory of ${site.name}. It is free. Claim it to correct it, to complete it, or to have it removed.`,
      },
      { kind: 'button', text: 'See and claim the profile', link: linkOf(link) },
      {
        kind: 'paragraph',
        text: `This link works only for this email address, until ${formatDay(values['expiresAt'])}. You need an account with this address; you can create one on the way.`,
      },
      {
        kind: 'paragraph',
        text: `If this is not you, or you do not want to be listed, please do not use the link. Write to us at ${new URL('/contact', site.url).href}, and we will remove the profile.`,
      },
    ],
  };
};

export const PROFILE_MAILS = {
  'profile-decided': profileDecided,
  'profile-invitation': profileInvitation,
} as const satisfies Record<string, MailTemplate>;
