import type { Bounce } from './delivery-status.ts';

/** Command of SMTP with the address of the recipient; responses to others are about the connection, the sender or the mail. */
const TO_RECIPIENT = 'RCPT TO';
const ENHANCED = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/m;
/** Statuses (RFC 3463) of an address that does not exist or of a closed mailbox; 5.1.7 and 5.1.8 are about the sender. */
const NO_MAILBOX = /^5\.(?:1\.(?![78]$)\d{1,3}|2\.1)$/;
/** Codes (RFC 5321) of a mailbox that does not exist; servers use them for rejected senders as well, so that the text decides. */
const PLAIN = /^55[013][ -]/;
const SAYS_NO_MAILBOX =
  /\bno such (?:user|mailbox|recipient|address|person)\b|\b(?:unknown|invalid|non-?existent) (?:local )?(?:user|mailbox|recipient|address)\b|\b(?:user|mailbox|recipient|address)\b[^.;]{0,40}\b(?:unknown|not found|(?:does not|doesn't) exist|not exist)\b/i;
/** Servers quote what another one has said of the sender's address. */
const OF_SENDER = /\bsender\b|\bverif/i;

/**
 * Returns the failure with which a server rejects a recipient at once: only that of a mailbox that will never accept mail.
 * Null for all others, as one mistake of the site's own mail server must not end the newsletter of all readers.
 */
export function rejectedRecipient(command: string, response: string): Bounce | null {
  if (command !== TO_RECIPIENT) return null;
  const [, status] = ENHANCED.exec(response) ?? [];
  if (status !== undefined) return NO_MAILBOX.test(status) ? { kind: 'hard', status } : null;
  const isGone = PLAIN.test(response) && SAYS_NO_MAILBOX.test(response) && !OF_SENDER.test(response);
  return isGone ? { kind: 'hard', status: '5.1.1' } : null;
}
