import type { DeadMail, MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { MailResolver } from '../sending/mail-resolver.ts';

const TEMPLATE = 'dead-mails';
const PERIOD_MS = 600_000;
/** Periods before this are not reported any more: the first start of this release does not list the dead of years. */
const MAX_AGE_MS = 86_400_000;
const MAX_LISTED = 20;
const MAX_READ = 500;

interface ReportOptions {
  ledger: Pick<MailLedger, 'insert' | 'findDead'>;
  enqueue: (ids: readonly string[]) => Promise<void>;
  now?: () => Date;
}

const periodOf = (time: Date): number => Math.floor(time.getTime() / PERIOD_MS);
/** A report that cannot be delivered is not reported. */
const isReported = ({ template }: DeadMail): boolean => template !== TEMPLATE;

/**
 * Tells the site by mail which mails died: one mail for each ten minutes in which some did, after they have passed. Its row has a
 * deterministic id, so that each period is reported once, whichever process does it.
 */
export function createDeadMailReports({ ledger, enqueue, now = () => new Date() }: ReportOptions) {
  return {
    /** Adds a ledger row for each period of the last day that has dead mails. */
    async planMissing(): Promise<void> {
      const current = periodOf(now());
      const to = new Date(current * PERIOD_MS);
      const dead = await ledger.findDead(MAX_READ, { from: new Date(to.getTime() - MAX_AGE_MS), to });
      const periods = new Set(dead.filter(isReported).map(({ diedAt }) => periodOf(diedAt)));
      for (const period of periods) {
        const id = new Date(period * PERIOD_MS).toISOString();
        const planned = [{ template: TEMPLATE, role: 'site', source: { kind: SOURCE.deadMails, id } }];
        await enqueue(await ledger.insert(`mails.dead:${id}`, planned));
      }
    },
  };
}

/** Resolves a report to the mails of its period that are still dead; null when all were sent again. */
export const createDeadMailResolver =
  (ledger: Pick<MailLedger, 'findDead'>): MailResolver =>
  async (id) => {
    const from = new Date(id);
    const to = new Date(from.getTime() + PERIOD_MS);
    const dead = (await ledger.findDead(MAX_READ, { from, to })).filter(isReported);
    if (dead.length === 0) return null;
    const mails = dead.slice(0, MAX_LISTED).map(({ template, lastFailure, diedAt }) => ({
      template,
      reason: lastFailure,
      diedAt: diedAt.toISOString(),
    }));
    return { to: null, link: null, values: { count: dead.length, mails } };
  };
