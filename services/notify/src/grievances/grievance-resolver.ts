import { GRIEVANCE_CATEGORIES } from '@vidhi/contracts/grievance-categories.ts';
import { mailId, messageIdOf } from '../ledger/mail.ts';
import type { MailResolver, ResolvedMail } from '../sending/mail-resolver.ts';
import type { Site } from '../sending/send-mail.ts';
import { acknowledgement, numberText, receivedEventId } from './grievance.ts';
import type { StoredGrievance } from './grievance-collection.ts';
import type { GrievanceStore } from './grievance-store.ts';

interface GrievanceResolverOptions {
  grievances: Pick<GrievanceStore, 'find'>;
  readSite: () => Promise<Site>;
  publicUrl: string;
  /** Domain part of every Message-ID. */
  domain: string;
}

/**
 * Resolves the mails of a grievance: acknowledgement and decision to its complainant, in one thread, and the notice to the
 * site. Null once everything personal of it is deleted.
 */
export function createGrievanceResolver(options: GrievanceResolverOptions): MailResolver {
  const { grievances, readSite, publicUrl, domain } = options;

  async function toComplainant({
    email,
    name,
  }: StoredGrievance): Promise<Pick<ResolvedMail, 'to' | 'replyTo'>> {
    const { contactAddress, identity } = await readSite();
    return {
      to: { address: email, name },
      ...(contactAddress === null ? {} : { replyTo: { address: contactAddress, name: identity.name } }),
    };
  }

  return async (sourceId) => {
    const [id = '', mail = ''] = sourceId.split('/');
    const grievance = await grievances.find(id);
    if (grievance === null) return null;
    const { name, email, link, category, text, receivedAt, dueAt, decision } = grievance;
    const facts = {
      number: numberText(grievance.number),
      category: GRIEVANCE_CATEGORIES[category],
      receivedAt: receivedAt.toISOString(),
      dueAt: dueAt.toISOString(),
    };
    if (mail === 'notice')
      return {
        to: null,
        link: new URL(`/console/grievances/${id}`, publicUrl).href,
        values: { ...facts, name, email, pageLink: link, text },
        replyTo: { address: email, name },
      };
    if (mail === 'received') {
      const { grievances: settings } = await readSite();
      return {
        ...(await toComplainant(grievance)),
        link: null,
        values: { ...facts, officer: settings?.officer ?? null, contact: settings?.contact ?? null },
        headers: { 'Auto-Submitted': 'auto-replied' },
      };
    }
    if (decision === undefined) return null;
    const before = messageIdOf(mailId(receivedEventId(grievance), acknowledgement(grievance)), domain);
    return {
      ...(await toComplainant(grievance)),
      link: null,
      values: {
        ...facts,
        pageLink: link,
        outcome: decision.outcome,
        measure: decision.measure,
        reason: decision.reason,
      },
      headers: {
        'In-Reply-To': before,
        References: before,
        // RFC 3834: a person wrote it.
        'Auto-Submitted': 'no',
      },
    };
  };
}
