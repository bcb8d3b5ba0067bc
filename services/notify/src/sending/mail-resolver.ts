import type { OutgoingMail, Recipient } from './smtp-sender.ts';

/** The source of a mail is not whole yet; the mail is tried again soon. */
export class TooEarly extends Error {
  override name = 'TooEarly';
}

/** Data of a mail that are resolved at the moment of sending. */
export interface ResolvedMail extends Pick<OutgoingMail, 'replyTo' | 'headers' | 'attachments'> {
  /** Null: the site's contact address. */
  to: Recipient | null;
  values: Readonly<Record<string, unknown>>;
  link: string | null;
}

/**
 * Resolves the source of a mail, just before it is sent; null when the mail must not be sent any more. Rejects when that
 * cannot be known now, and with `TooEarly` before its time.
 */
export type MailResolver = (sourceId: string) => Promise<ResolvedMail | null>;
