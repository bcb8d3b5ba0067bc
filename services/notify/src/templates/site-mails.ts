import { formatTime, linkOf, textOf } from './template-values.ts';
import type { MailTemplate } from './mail-content.ts';

/** A message of the contact form, to the site. */
const contactMessage: MailTemplate = ({ values, site }) => ({
  subject: `${site.name}, contact: ${textOf(values['subject'])}`,
  blocks: [
    { kind: 'heading', text: 'Message from the contact form' },
    {
      kind: 'facts',
      facts: [
        ['Name', textOf(values['name'])],
        ['Email', textOf(values['email'])],
        ['Subject', textOf(values['subject'])],
        ['Sent at', formatTime(values['receivedAt'])],
      ],
    },
    { kind: 'paragraph', text: textOf(values['message']) },
    { kind: 'note', text: 'Reply to this mail to write to the sender.' },
  ],
});

/** Double opt-in: nothing else is sent to an address that has not been confirmed. */
const subscriptionConfirmation: MailTemplate = ({ values, link, site }) => ({
  subject: `Confirm your subscription to ${site.name}`,
  blocks: [
    { kind: 'heading', text: 'Confirm your subscription' },
    {
      kind: 'paragraph',
      text: `We received a request to send the newsletter of ${site.name} to this email address. Please confirm it with this link.`,
    },
    { kind: 'button', text: 'Confirm subscription', link: linkOf(link) },
    {
      kind: 'note',
      text: `If you did not ask for it, please ignore this mail, or unsubscribe here: ${linkOf(textOf(values['unsubscribeLink']))}`,
    },
  ],
});

interface DeadMailRow {
  template: string;
  reason: string;
  diedAt: string;
}

/** Mails that will not be sent again by themselves, to the site. */
const deadMails: MailTemplate = ({ values, site }) => {
  const mails = values['mails'] as readonly DeadMailRow[];
  const count = Number(values['count']);
  const what = count === 1 ? '1 mail' : `${count} mails`;
  return {
    subject: `${site.name}: ${what} could not be delivered`,
    blocks: [
      { kind: 'heading', text: `${what} could not be delivered` },
      {
        kind: 'paragraph',
        text: 'The mail server did not accept them, and they will not be sent again automatically.',
      },
      {
        kind: 'table',
        rows: [
          ['Mail', 'Reason', 'Time'],
          ...mails.map(({ template, reason, diedAt }) => [template, reason, formatTime(diedAt)]),
        ],
      },
      ...(count > mails.length ? [{ kind: 'note' as const, text: `And ${count - mails.length} more.` }] : []),
      {
        kind: 'note',
        text: 'See them with: npm run mails -- dead. Once the cause is fixed, send them again with: npm run mails -- requeue --all',
      },
    ],
  };
};

interface UnprintableRow {
  number: string;
  orderNumber: string | null;
  characters: readonly string[];
}

/** Programs that read mails may have no font for the character, either. */
const nameOf = (character: string): string =>
  `${character} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;

/** Bills and credit notes with '?' in place of characters, to the site. */
const unprintableDocuments: MailTemplate = ({ values, site }) => {
  const documents = values['documents'] as readonly UnprintableRow[];
  const count = Number(values['count']);
  const what = count === 1 ? '1 bill has' : `${count} bills have`;
  return {
    subject: `${site.name}: ${what} characters that no font has`,
    blocks: [
      { kind: 'heading', text: `${what} characters that no font has` },
      {
        kind: 'paragraph',
        text: 'These bills and credit notes print ? in place of such characters. The rest of each document is right.',
      },
      {
        kind: 'table',
        rows: [
          ['Document', 'Order', 'Characters'],
          ...documents.map(({ number, orderNumber, characters }) => [
            number,
            orderNumber ?? '',
            characters.map(nameOf).join(', '),
          ]),
        ],
      },
      ...(count > documents.length
        ? [{ kind: 'note' as const, text: `And ${count - documents.length} more.` }]
        : []),
      {
        kind: 'note',
        text: 'Write the name or address by hand where the courier needs it. A font for one more script comes with a release of the software: tell its developers which script is missing.',
      },
    ],
  };
};

export const SITE_MAILS = {
  'unprintable-documents': unprintableDocuments,
  'dead-mails': deadMails,
  'contact-message': contactMessage,
  'subscription-confirmation': subscriptionConfirmation,
} as const satisfies Record<string, MailTemplate>;
