import { MailRequested, type MailTemplate } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createEntry, type StoredEntry } from '@vidhi/outbox/entry.ts';
import { hashToken, newRequestId, type LinkTokens } from '@vidhi/service-kit/link-tokens.ts';
import type { User } from '../users/user.ts';
import { TEMPLATE_RULES, spendRequests, type MailRequest } from './mail-request.ts';

export interface RequestedMail<Account> {
  /** The account with the request; must be written together with the event. */
  user: Account;
  event: StoredEntry;
}

export type RequestMail = <Account extends Pick<User, 'id' | 'mailRequests' | 'tokenVersion'>>(
  user: Account,
  mail: { template: MailTemplate; email: string | null; at: Date },
) => RequestedMail<Account>;

/** Adds a mail request to an account. A new link replaces the former one of its template. */
export const createRequestMail =
  (topic: TopicLayout, tokens: LinkTokens): RequestMail =>
  (user, { template, email, at }) => {
    const { lifeMs, hasLink } = TEMPLATE_RULES[template];
    const requestId = newRequestId();
    const request: MailRequest = {
      requestId,
      template,
      email,
      tokenHash: hasLink ? hashToken(tokens.tokenOf(requestId)) : null,
      requestedAt: at.toISOString(),
      tokenVersion: user.tokenVersion,
      expiresAt: new Date(at.getTime() + lifeMs).toISOString(),
    };
    const others = hasLink ? spendRequests(user.mailRequests, template) : user.mailRequests;
    return {
      user: { ...user, mailRequests: [...others, request] },
      event: createEntry(topic, MailRequested, {
        id: `${MailRequested.type}:${requestId}`,
        key: user.id,
        data: { requestId, userId: user.id, template },
        occurredAt: at,
      }),
    };
  };
