import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createFindKnownAudit } from '@vidhi/outbox/audit-entry.ts';
import { startOutbox } from '@vidhi/outbox/start-outbox.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import type { PictureStore } from '../media/files/picture-store.ts';
import { EVIDENCE } from './evidence-collection.ts';
import { createEvidenceFiles, type EvidenceFiles } from './evidence-files.ts';
import { mongoEvidenceStore } from './evidence-store.ts';

type OutboxOptions = Parameters<typeof startOutbox<string>>[0];

interface OpenEvidenceOptions extends Pick<OutboxOptions, 'connection' | 'connected' | 'producer'> {
  auditTopic: TopicLayout;
  files: PictureStore;
  accountsUrl: string;
  serviceToken: string;
}

/** Opens the evidence of profiles, with the outbox of its entries for the audit log. */
export function openEvidence(
  { closers, log }: Pick<ServiceContext, 'closers' | 'log'>,
  { auditTopic, files, accountsUrl, serviceToken, ...outbox }: OpenEvidenceOptions,
): EvidenceFiles {
  const entries = closers.open('outbox of evidence', () =>
    startOutbox<string>({
      ...outbox,
      collection: EVIDENCE.name,
      topics: [auditTopic],
      findAcknowledged: createFindKnownAudit({ accountsUrl, serviceToken }),
      log,
    }),
  );
  const store = mongoEvidenceStore(outbox.connection, {
    auditTopic,
    publish: (id) => entries.notify(id),
  });
  return createEvidenceFiles(store, files);
}
