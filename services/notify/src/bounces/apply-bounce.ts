import type { ClaimedMail, MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { SubscriberStore } from '../subscribers/subscriber-store.ts';
import type { ReceivedReport } from './bounce-mailbox.ts';
import type { BounceTokens } from './bounce-token.ts';
import { readDeliveryStatus, type Bounce } from './delivery-status.ts';

/**
 * `hard`, `soft`: a mail of ours came back. `repeated`: of a mail of which that is known. `unknown`: without a token of a mail of
 * ours, forged ones among them. `other`: no report of a failure.
 */
export const BOUNCE_RESULTS = ['hard', 'soft', 'repeated', 'unknown', 'other'] as const;
export type BounceResult = (typeof BOUNCE_RESULTS)[number];

type Recorder = Pick<SubscriberStore, 'recordBounce'>;
type NewsletterMail = Pick<ClaimedMail, 'id' | 'source' | 'createdAt'>;

function recordWithReader(subscribers: Recorder, { id, source, createdAt }: NewsletterMail, bounce: Bounce) {
  const [, subscriberId = ''] = source.id.split('/');
  return subscribers.recordBounce(subscriberId, { ...bounce, mailId: id, mailedAt: createdAt });
}

/** Returns a function that records with its reader that the mailbox of a newsletter does not exist; of other mails nothing. */
export const createRecordRejection =
  (subscribers: Recorder) =>
  async (mail: NewsletterMail, bounce: Bounce): Promise<void> => {
    if (mail.source.kind === SOURCE.newsletter) await recordWithReader(subscribers, mail, bounce);
  };

interface ApplyBounceOptions {
  tokens: Pick<BounceTokens, 'findMails'>;
  ledger: Pick<MailLedger, 'findMail' | 'markBounced'>;
  subscribers: Recorder;
}

/**
 * Returns a function that records that a mail came back: with its reader first, then in the ledger. A crash between the two, or
 * before the mail is flagged as read, repeats it, which changes nothing.
 */
export function createApplyBounce({ tokens, ledger, subscribers }: ApplyBounceOptions) {
  return async ({ deliveryStatus, traces }: ReceivedReport): Promise<BounceResult> => {
    const bounce = deliveryStatus === null ? null : readDeliveryStatus(deliveryStatus);
    if (bounce === null) return 'other';
    const [mailId] = await tokens.findMails(traces);
    const mail = mailId === undefined ? null : await ledger.findMail(mailId);
    if (mail === null || mail.source.kind !== SOURCE.newsletter) return 'unknown';
    if (mail.bouncedAt !== undefined) return 'repeated';
    await recordWithReader(subscribers, mail, bounce);
    await ledger.markBounced(mail.id, bounce);
    return bounce.kind;
  };
}
