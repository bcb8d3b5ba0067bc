import { Counter } from 'prom-client';
import type { Metrics } from '@vidhi/service-kit/metrics.ts';
import type { BounceSettings } from '../config.ts';
import type { ClaimedMail, MailLedger } from '../ledger/mail-ledger.ts';
import type { ListKeys } from '../newsletter/list-keys.ts';
import { NEWSLETTER_TEMPLATE } from '../newsletter/send-issues.ts';
import type { OutgoingMail } from '../sending/smtp-sender.ts';
import type { SubscriberStore } from '../subscribers/subscriber-store.ts';
import { BOUNCE_RESULTS, createApplyBounce } from './apply-bounce.ts';
import { createBounceMailbox } from './bounce-mailbox.ts';
import { createBounceTokens } from './bounce-token.ts';

export interface BouncesOptions {
  mailbox: BounceSettings;
  keys: Pick<ListKeys, 'sign'>;
  ledger: Pick<MailLedger, 'findMail' | 'markBounced'>;
  subscribers: Pick<SubscriberStore, 'recordBounce'>;
  metrics: Metrics;
  signal?: AbortSignal;
}

/** Newsletters that come back: where to, and what happens with those that did. Other mails come back to their sender. */
export interface Bounces {
  returnPathOf(claim: Pick<ClaimedMail, 'id' | 'template'>): Promise<OutgoingMail['returnPath']>;
  /** Reads the mailbox once. Rejects where it cannot be read. */
  read(): Promise<void>;
}

export function createBounces(options: BouncesOptions): Bounces {
  const { mailbox, keys, ledger, subscribers, metrics, signal } = options;
  const tokens = createBounceTokens(keys);
  const apply = createApplyBounce({ tokens, ledger, subscribers });
  const reader = createBounceMailbox({ url: mailbox.url, ...(signal === undefined ? {} : { signal }) });
  const reports = new Counter({
    name: `${metrics.prefix}_bounces_total`,
    help: 'Mails read from the mailbox of what came back, by what they were',
    labelNames: ['result'],
    registers: [metrics.registry],
  });
  for (const result of BOUNCE_RESULTS) reports.inc({ result }, 0);

  return {
    async returnPathOf({ id, template }) {
      if (template !== NEWSLETTER_TEMPLATE) return undefined;
      const token = await tokens.sign(id);
      return { address: mailbox.addressOf(token), token };
    },
    read: () =>
      reader.read(async (report) => {
        reports.inc({ result: await apply(report) });
      }),
  };
}
