import type { ContactMessage } from '../contact/contact-collection.ts';
import { contactEventId, contactMail, replyEventId, replyMail } from '../contact/contact-message.ts';
import type { ContactStore } from '../contact/contact-store.ts';
import { mailId, messageIdOf } from '../ledger/mail.ts';
import type { MailResolver } from '../sending/mail-resolver.ts';
import type { Site } from '../sending/send-mail.ts';

interface ReplyResolverOptions {
  messages: Pick<ContactStore, 'find'>;
  readSite: () => Promise<Site>;
  /** Domain part of every Message-ID. */
  domain: string;
}

/**
 * Returns the Message-IDs before a reply: that of the mail by which the site got the message, and those of earlier replies. So
 * the mailbox of the site and that of the person each have one thread.
 */
function threadBefore(message: ContactMessage, number: number, domain: string): string[] {
  const first = mailId(contactEventId(message), contactMail(message));
  const earlier = Array.from({ length: number - 1 }, (_, index) =>
    mailId(replyEventId(message, index + 1), replyMail(message, index + 1)),
  );
  return [first, ...earlier].map((id) => messageIdOf(id, domain));
}

/** Resolves a reply to the person who wrote the message; null once the message is deleted. */
export const createReplyResolver =
  ({ messages, readSite, domain }: ReplyResolverOptions): MailResolver =>
  async (sourceId) => {
    const [id = '', number = ''] = sourceId.split('/');
    const message = await messages.find(id);
    const reply = message?.replies?.find((one) => one.number === Number(number));
    if (message === null || reply === undefined || message.email === '') return null;
    const { contactAddress, identity } = await readSite();
    if (contactAddress === null) throw new Error('the site has no contact address');
    const before = threadBefore(message, reply.number, domain);
    return {
      to: { address: message.email, name: message.name === '' ? null : message.name },
      replyTo: { address: contactAddress, name: identity.name },
      link: null,
      values: {
        subject: message.subject,
        text: reply.text,
        message: message.message,
        receivedAt: message.receivedAt.toISOString(),
      },
      headers: {
        'In-Reply-To': before.at(-1) ?? '',
        References: before.join(' '),
        // RFC 3834: a person wrote it.
        'Auto-Submitted': 'no',
      },
    };
  };
