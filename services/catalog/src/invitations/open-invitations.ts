import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { ProfileInvited } from '@vidhi/contracts/events.ts';
import { createFindReceived } from '@vidhi/outbox/find-received.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { INVITATIONS } from './invitation-collection.ts';
import { mongoInvitationStore, type InvitationStore } from './invitation-store.ts';

type OutboxOptions = Parameters<typeof startOutbox<number>>[0];

interface OpenInvitationsOptions extends Pick<OutboxOptions, 'connection' | 'connected' | 'producer'> {
  topics: { decisions: TopicLayout; audit: TopicLayout };
  accountsUrl: string;
  notifyUrl: string | undefined;
  serviceToken: string;
}

/** Opens the store of invitations, with the outbox of their mails and of their entries for the audit log. */
export function openInvitations(
  { closers, log }: Pick<ServiceContext, 'closers' | 'log'>,
  { topics, accountsUrl, notifyUrl, serviceToken, ...outbox }: OpenInvitationsOptions,
): InvitationStore {
  const entries = closers.open('outbox of invitations', () =>
    startOutbox<number>({
      ...outbox,
      collection: INVITATIONS.name,
      topics: [topics.decisions, topics.audit],
      findAcknowledged: createFindReceived({
        accountsUrl,
        notifyUrl,
        serviceToken,
        mailed: [ProfileInvited.type],
      }),
      log,
    }),
  );
  return mongoInvitationStore(outbox.connection, { topics, publish: (id) => entries.notify(id) });
}
