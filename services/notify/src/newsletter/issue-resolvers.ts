import { UserContact } from '@vidhi/contracts/purchases.ts';
import { createServiceClient, servicePath } from '@vidhi/service-kit/service-client.ts';
import type { MailResolver } from '../sending/mail-resolver.ts';
import { listHeaders, preferencesLink, unsubscribeLink } from '../subscribers/subscriber-links.ts';
import type { SubscriberStore } from '../subscribers/subscriber-store.ts';
import { archivePath, issueFault } from './issue-content.ts';
import type { IssueStore } from './issue-store.ts';
import { unsubscribePurpose, type ListKeys } from './list-keys.ts';
import { publishedSections, rememberPublished, type FindPublished } from './published-articles.ts';

const TIMEOUT_MS = 5_000;

interface ResolverOptions {
  issues: Pick<IssueStore, 'find'>;
  subscribers: Pick<SubscriberStore, 'find'>;
  keys: Pick<ListKeys, 'sign'>;
  findPublished: FindPublished;
  publicUrl: string;
  now?: () => Date;
}

/**
 * Resolves an issue for one reader, without articles that are not published any more; null for somebody who has unsubscribed
 * meanwhile, once the issue is stopped, and when nothing of it is left.
 */
export function createNewsletterResolver(options: ResolverOptions): MailResolver {
  const { issues, subscribers, keys, publicUrl } = options;
  const findPublished = rememberPublished(options.findPublished, options.now);
  return async (sourceId) => {
    const [issueId = '', subscriberId = ''] = sourceId.split('/');
    const [issue, subscriber] = await Promise.all([
      issues.find(Number(issueId)),
      subscribers.find(subscriberId),
    ]);
    if (issue === null || issue.state === 'stopped') return null;
    if (subscriber?.state !== 'CONFIRMED' || subscriber.email === undefined) return null;
    const { subject } = issue;
    const sections = await publishedSections(issue.sections, findPublished);
    if (issueFault({ subject, sections }) !== null) return null;
    const key = await keys.sign(unsubscribePurpose(subscriberId));
    return {
      to: { address: subscriber.email, name: null },
      link: unsubscribeLink(publicUrl, subscriberId, key),
      values: {
        subject,
        sections,
        archive: archivePath(issue._id),
        preferences: preferencesLink(publicUrl, subscriberId, key),
      },
      headers: {
        ...listHeaders(publicUrl, subscriberId, key),
        'List-Id': `<newsletter.${new URL(publicUrl).hostname}>`,
        Precedence: 'bulk',
      },
    };
  };
}

/** Resolves a test mail of an issue, to the member of staff who ordered it. */
export function createTestResolver(
  issues: Pick<IssueStore, 'find'>,
  { accountsUrl, serviceToken }: { accountsUrl: string; serviceToken: string },
): MailResolver {
  const accounts = createServiceClient({ url: accountsUrl, serviceToken, timeoutMs: TIMEOUT_MS });
  return async (sourceId) => {
    const [issueId = '', userId = ''] = sourceId.split('/');
    const issue = await issues.find(Number(issueId));
    const contact = await accounts.find(servicePath`/internal/users/${userId}/contact`, UserContact);
    if (issue === null || contact === null) return null;
    const { subject, sections } = issue;
    return {
      to: { address: contact.address, name: contact.name },
      link: null,
      values: { subject, sections, isTest: true },
    };
  };
}
