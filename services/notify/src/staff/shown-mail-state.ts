import type { REPLY_STATES } from '@vidhi/contracts/inbox.ts';
import type { MailState } from '../ledger/mail.ts';

const SHOWN: Readonly<Record<MailState, (typeof REPLY_STATES)[number]>> = {
  QUEUED: 'waiting',
  SENDING: 'waiting',
  SENT: 'sent',
  DEAD: 'failed',
  CANCELLED: 'not_sent',
};

/** Returns the state of a mail as staff see it; one that has no row yet waits for it. */
export const shownMailState = (state: MailState | undefined): (typeof REPLY_STATES)[number] =>
  SHOWN[state ?? 'QUEUED'];
