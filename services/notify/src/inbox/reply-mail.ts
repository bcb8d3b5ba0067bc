import type { MailTemplate } from '../templates/mail-content.ts';
import { formatTime, textOf } from '../templates/template-values.ts';

/** Characters of the quoted message: its writer recognizes it. Anybody may have entered any address with it. */
const MAX_QUOTED = 1_000;

const quoteOf = (message: string): string =>
  message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED).trim()} …` : message;

/** A reply of staff to a message of the contact form, in their words. */
export const contactReply: MailTemplate = ({ values, site }) => {
  const subject = textOf(values['subject']);
  return {
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    blocks: [
      { kind: 'prose', text: textOf(values['text']) },
      {
        kind: 'note',
        text: `You wrote to ${site.name} on ${formatTime(values['receivedAt'])}:`,
      },
      { kind: 'paragraph', text: quoteOf(textOf(values['message'])) },
    ],
  };
};
