import { UnprintableDocuments, type UnprintableDocument } from '@vidhi/contracts/unprintable-documents.ts';
import { createServiceClient } from '@vidhi/service-kit/service-client.ts';
import type { MailLedger } from '../ledger/mail-ledger.ts';
import { SOURCE } from '../ledger/planned-mails.ts';
import type { MailResolver } from '../sending/mail-resolver.ts';

const TEMPLATE = 'unprintable-documents';
const DAY_MS = 86_400_000;
/** Days that are looked at, so that none is lost while one of the services is down. */
const MAX_DAYS = 7;
const MAX_LISTED = 20;
const TIMEOUT_MS = 5_000;

/** Resolves with the bills and credit notes that were first rendered with '?' for a character in this time. */
export type FindUnprintable = (from: Date, to: Date) => Promise<UnprintableDocument[]>;

export function createFindUnprintable(cartOrdersUrl: string, serviceToken: string): FindUnprintable {
  const cartOrders = createServiceClient({ url: cartOrdersUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (from, to) => {
    const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
    const path = `/internal/unprintable-documents?${query}`;
    return (await cartOrders.get(path, UnprintableDocuments)).documents;
  };
}

interface ReportOptions {
  ledger: Pick<MailLedger, 'insert'>;
  enqueue: (ids: readonly string[]) => Promise<void>;
  findUnprintable: FindUnprintable;
  now?: () => Date;
}

const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS);

/**
 * Mails the site which bills have characters that no font has. One mail for each day with such bills, sent after the
 * day has ended. Its row has a deterministic id, so that each day is reported once, however many processes run.
 */
export function createUnprintableReports({
  ledger,
  enqueue,
  findUnprintable,
  now = () => new Date(),
}: ReportOptions) {
  return {
    /** Adds a ledger row for each of the last days that has such documents. */
    async planMissing(): Promise<void> {
      const today = dayOf(now());
      const found = await findUnprintable(new Date((today - MAX_DAYS) * DAY_MS), new Date(today * DAY_MS));
      for (const day of new Set(found.map(({ at }) => dayOf(new Date(at))))) {
        const id = new Date(day * DAY_MS).toISOString();
        const planned = [{ template: TEMPLATE, role: 'site', source: { kind: SOURCE.unprintable, id } }];
        await enqueue(await ledger.insert(`bills.unprintable:${id}`, planned));
      }
    },
  };
}

/** Resolves a report to the documents of its day; null when they are not stored any more. */
export const createUnprintableResolver =
  (findUnprintable: FindUnprintable): MailResolver =>
  async (id) => {
    const from = new Date(id);
    const found = await findUnprintable(from, new Date(from.getTime() + DAY_MS));
    if (found.length === 0) return null;
    const documents = found.slice(0, MAX_LISTED);
    return { to: null, link: null, values: { count: found.length, documents } };
  };
