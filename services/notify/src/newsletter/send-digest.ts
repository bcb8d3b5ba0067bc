import type { Actor } from '@vidhi/contracts/actor.ts';
import { MAX_ISSUE_SECTIONS, type IssueSection } from '@vidhi/contracts/newsletter.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import type { SubscriberStore } from '../subscribers/subscriber-store.ts';
import { formatDay } from '../templates/template-values.ts';
import type { DigestStore } from './digest-store.ts';
import type { IssueStore } from './issue-store.ts';

/**
 * Resolves with the articles that were published in this time and have a page, the newest first, and with how many more
 * there are beyond the limit.
 */
export type FindArticles = (
  period: { after: Date; until: Date },
  limit: number,
) => Promise<{ sections: IssueSection[]; more: number }>;

interface SendDigestOptions {
  digests: Pick<DigestStore, 'findDue' | 'settle'>;
  issues: Pick<IssueStore, 'createDigest'>;
  subscribers: Pick<SubscriberStore, 'countRecipients'>;
  findArticles: FindArticles;
  publicUrl: string;
  now?: () => Date;
}

const SYSTEM: Actor = { id: null, role: null, via: 'system' };

/**
 * Returns a function that makes the digest that is due, as an issue that starts at once; none without an article or without a
 * reader. Call it often: any number of processes may. Each time of a digest has one issue at most.
 */
export function createSendDigest(options: SendDigestOptions): () => Promise<void> {
  const { digests, issues, subscribers, findArticles, publicUrl, now = () => new Date() } = options;
  return async () => {
    const digest = await digests.findDue();
    if (digest === null) return;
    const { since: after, due: until, title } = digest;
    const shown = MAX_ISSUE_SECTIONS - 1;
    const { sections, more } = await findArticles({ after, until }, shown);
    if (sections.length > 0 && (await subscribers.countRecipients(now())) > 0) {
      const verb = more === 1 ? 'is' : 'are';
      const rest: IssueSection[] =
        more > 0 ? [{ kind: 'text', heading: '', text: `${more} more ${verb} at ${publicUrl}` }] : [];
      const content = { subject: `${title}, ${formatDay(until)}`, sections: [...sections, ...rest] };
      await issues.createDigest(content, until, SYSTEM);
      failPoint('notify.digest-created');
    }
    await digests.settle(digest);
  };
}
