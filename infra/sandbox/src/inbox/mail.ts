import { simpleParser, type AddressObject } from 'mailparser';

/** A received mail as it is stored beside its source. */
export interface Mail {
  /** Number of this mail in the inbox; grows with each one. */
  id: number;
  /** Value of the `Message-ID` header with its angle brackets; empty where the mail has none. */
  messageId: string;
  from: string;
  /** Addresses of the envelope: who received it. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  attachments: { filename: string; contentType: string; bytes: number }[];
  receivedAt: string;
}

interface Envelope {
  id: number;
  to: readonly string[];
  receivedAt: Date;
}

const addressesOf = (field: AddressObject | AddressObject[] | undefined): string =>
  [field ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ');

/** Parses the source of a mail. Any text is a mail: what it lacks is empty. */
export async function parseMail(source: Buffer, { id, to, receivedAt }: Envelope): Promise<Mail> {
  const parsed = await simpleParser(source, { skipTextToHtml: true, skipImageLinks: true });
  return {
    id,
    messageId: parsed.messageId ?? '',
    from: addressesOf(parsed.from),
    to: [...to],
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: typeof parsed.html === 'string' ? parsed.html : '',
    headers: parsed.headerLines.map(({ key, line }) => {
      const colon = line.indexOf(':');
      return { name: colon === -1 ? key : line.slice(0, colon), value: line.slice(colon + 1).trim() };
    }),
    attachments: parsed.attachments.map(({ filename, contentType, size }) => ({
      filename: filename ?? '',
      contentType,
      bytes: size,
    })),
    receivedAt: receivedAt.toISOString(),
  };
}
