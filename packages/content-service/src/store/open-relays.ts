import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { startAuditSweep, type AuditSweepOptions } from './audit-sweep.ts';
import { startRelays, type Relays, type RelaysOptions } from './relays.ts';

interface OpenRelaysOptions
  extends
    Pick<RelaysOptions, 'producer'>,
    Pick<AuditSweepOptions, 'connection' | 'connected' | 'collections' | 'findAcknowledged'> {
  auditTopic: TopicLayout;
}

/** Opens the relays of collections, and the sweep that removes their entries of the audit log once the log has them. */
export function openRelays(
  { closers, log, metrics }: Pick<ServiceContext, 'closers' | 'log' | 'metrics'>,
  { producer, auditTopic, findAcknowledged, ...documents }: OpenRelaysOptions,
): Relays {
  const relays = closers.open('relays', () =>
    startRelays({ ...documents, retainedTopic: auditTopic.name, producer, log, metrics }),
  );
  closers.open('audit sweep', () =>
    startAuditSweep({
      ...documents,
      findAcknowledged,
      notify: (collection, id) => relays.notify(collection, Number(id), 'bulk'),
      log,
    }),
  );
  return relays;
}
