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
        ['E-mail', textOf(values['email'])],
        ['Subject', textOf(values['subject'])],
        ['Sent at', formatTime(values['receivedAt'])],
      ],
    },
    { kind: 'paragraph', text: textOf(values['message']) },
    { kind: 'note', text: 'An answer to this mail goes to the sender of the message.' },
  ],
});

/** Double opt-in: nothing else is sent to an address that has not been confirmed. */
const subscriptionConfirmation: MailTemplate = ({ values, link, site }) => ({
  subject: `Confirm your subscription to ${site.name}`,
  blocks: [
    { kind: 'heading', text: 'Confirm your subscription' },
    {
      kind: 'paragraph',
      text: `Somebody, we hope you, asked for the newsletter of ${site.name} at this e-mail address. Open this link to receive it.`,
    },
    { kind: 'button', text: 'Confirm subscription', link: linkOf(link) },
    {
      kind: 'note',
      text: `If this was not you, ignore this mail, or unsubscribe for good: ${linkOf(textOf(values['unsubscribeLink']))}`,
    },
  ],
});

export const SITE_MAILS = {
  'contact-message': contactMessage,
  'subscription-confirmation': subscriptionConfirmation,
} as const satisfies Record<string, MailTemplate>;
