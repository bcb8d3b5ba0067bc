import type { FastifyBaseLogger } from 'fastify';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { withSpan } from '@vidhi/service-kit/tracing/spans.ts';
import { messageOf } from '@vidhi/service-kit/retry.ts';
import type { Bounce } from '../bounces/delivery-status.ts';
import type { ClaimedMail, Failure, MailLedger } from '../ledger/mail-ledger.ts';
import type { RenderedMail } from '../templates/render-mail.ts';
import type { MailTemplate, SiteIdentity } from '../templates/mail-content.ts';
import type { WasAccepted } from './acceptance.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { TooEarly, type MailResolver } from './mail-resolver.ts';
import { SmtpError, type OutgoingMail, type Recipient, type SmtpSender } from './smtp-sender.ts';

export interface Site {
  identity: SiteIdentity;
  /** Null until the site has one. */
  contactAddress: string | null;
  /** Absent while the site takes none. */
  grievances?: GrievanceSettings;
}

/** The site's settings of grievances. */
export interface GrievanceSettings {
  /** Days in which one is decided. */
  days: number;
  officer: string | null;
  contact: string | null;
}

export const ATTEMPT_RESULTS = ['sent', 'cancelled', 'postponed', 'dead'] as const;

export interface SendMailOptions {
  ledger: Pick<MailLedger, 'claim' | 'markSent' | 'cancel' | 'fail'>;
  templates: ReadonlyMap<string, MailTemplate>;
  render: (content: ReturnType<MailTemplate>, site: SiteIdentity) => RenderedMail;
  /** Resolvers by the kind of a mail's source. */
  resolvers: ReadonlyMap<string, MailResolver>;
  readSite: () => Promise<Site>;
  smtp: SmtpSender;
  /** Resolves with the return path of a mail; with undefined for one that comes back to its sender. */
  returnPathOf?: ((claim: ClaimedMail) => Promise<OutgoingMail['returnPath']>) | undefined;
  /** Called before the failure of a mail is recorded whose mailbox does not exist, again after a crash between the two. */
  recordRejection?: ((claim: ClaimedMail, bounce: Bounce) => Promise<void>) | undefined;
  /** Absent where the mail server offers no look-up: then a mail may be sent twice, with the same Message-ID. */
  wasAccepted?: WasAccepted | undefined;
  /** Called after each attempt. */
  onAttempt?: (result: (typeof ATTEMPT_RESULTS)[number]) => void;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** Sends one mail of the ledger, if it is due. Resolves with the pause before the next attempt, or null. */
export type SendMail = (id: string) => Promise<number | null>;

const unavailable = (reason: string): Failure => ({ reason, isCounted: false, mayBeAccepted: false });
/** Counted, so that a mistake in a template or an address does not repeat for ever. */
const impossible = (reason: string): Failure => ({ reason, isCounted: true, mayBeAccepted: false });

/** Reason of a mail whose source is not whole yet, which is no disturbance. */
const TOO_EARLY = 'too-early';

class NotSendable extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.reason, { cause });
    this.failure = failure;
  }
}

export function createSendMail(options: SendMailOptions): SendMail {
  const { ledger, templates, render, resolvers, readSite, smtp, wasAccepted, onAttempt, log } = options;
  const { returnPathOf = async () => undefined, recordRejection = async () => undefined } = options;

  async function isAcceptedAlready({ mayBeAccepted, messageId }: ClaimedMail): Promise<boolean> {
    if (!mayBeAccepted || wasAccepted === undefined) return false;
    try {
      return await wasAccepted(messageId);
    } catch (error) {
      throw new NotSendable(unavailable('lookup-unavailable'), error);
    }
  }

  /** Null when the mail must not be sent any more. */
  async function compose(claim: ClaimedMail): Promise<OutgoingMail | null> {
    const resolver = resolvers.get(claim.source.kind);
    const template = templates.get(claim.template);
    if (resolver === undefined || template === undefined)
      throw new NotSendable(impossible('unknown-template'));
    const resolved = await resolver(claim.source.id).catch((error: unknown) => {
      const isTooEarly = error instanceof TooEarly;
      throw new NotSendable(unavailable(isTooEarly ? TOO_EARLY : 'source-unavailable'), error);
    });
    if (resolved === null) return null;
    const { identity, contactAddress } = await readSite();
    const { values, link, to: recipient, ...rest } = resolved;
    const to: Recipient | null =
      recipient ?? (contactAddress === null ? null : { address: contactAddress, name: identity.name });
    if (to === null) throw new NotSendable(unavailable('no-contact-address'));
    if (!isMailable(to.address) || (rest.replyTo !== undefined && !isMailable(rest.replyTo.address)))
      throw new NotSendable({ ...impossible('invalid-address'), isPermanent: true });
    try {
      const rendered = render(template({ values, link, site: identity }), identity);
      const mail = { messageId: claim.messageId, to, ...rest, ...rendered };
      const returnPath = await returnPathOf(claim);
      return returnPath === undefined ? mail : { ...mail, returnPath };
    } catch (error) {
      throw new NotSendable(impossible('template-failed'), error);
    }
  }

  async function attempt(claim: ClaimedMail): Promise<'sent' | 'cancelled' | Failure> {
    try {
      if (await isAcceptedAlready(claim)) {
        await ledger.markSent(claim);
        return 'sent';
      }
      const mail = await compose(claim);
      if (mail === null) {
        await ledger.cancel(claim, 'void');
        return 'cancelled';
      }
      // Later than this, another worker may have the lease before the deadline of this sending.
      if (performance.now() > claim.sendBefore) return unavailable('too-late');
      await withSpan({ name: 'SMTP send', kind: 'client' }, () => smtp.send(mail));
      failPoint('notify.mail-accepted');
    } catch (error) {
      if (error instanceof NotSendable) {
        if (error.message !== TOO_EARLY)
          log.warn(
            { mail: claim.id, template: claim.template, cause: messageOf(error.cause) },
            error.message,
          );
        return error.failure;
      }
      if (!(error instanceof SmtpError)) throw error;
      const { code, isUnavailable, mayBeAccepted, isPermanent, bounce } = error;
      log.warn({ mail: claim.id, template: claim.template, code }, 'a mail was not sent');
      if (bounce !== null) await recordRejection(claim, bounce);
      return {
        reason: code,
        isCounted: !isUnavailable,
        mayBeAccepted,
        ...(isPermanent ? { isPermanent } : {}),
      };
    }
    // When this fails the lease ends, and the next worker looks the mail up.
    await ledger.markSent(claim);
    return 'sent';
  }

  return async (id) => {
    const claim = await ledger.claim(id);
    if (claim === null) return null;
    failPoint('notify.mail-claimed');
    const { traceparent: parent, template } = claim;
    const result = await (parent === undefined
      ? attempt(claim)
      : withSpan({ name: `send mail ${template}`, kind: 'consumer', parent }, () => attempt(claim)));
    if (typeof result === 'string') {
      onAttempt?.(result);
      return null;
    }
    const { state, retryAfterMs } = await ledger.fail(claim, result);
    if (state === 'DEAD')
      log.error({ mail: id, template: claim.template, reason: result.reason }, 'a mail is dead');
    onAttempt?.(state === 'DEAD' ? 'dead' : 'postponed');
    return retryAfterMs;
  };
}
