import type { AuditFact } from '@vidhi/contracts/audit.ts';
import { AuditRecorded } from '@vidhi/contracts/events.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import type { KafkaClient } from '@vidhi/messaging/kafka.ts';
import { openConsumer } from '@vidhi/messaging/open-consumer.ts';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { MAX_FACTS, type RecordFact } from './audit-log.ts';

interface AuditConsumerOptions {
  client: KafkaClient;
  topic: TopicLayout;
  suffix: string;
  recordFact: RecordFact;
}

/** Consumes what all services publish about changes, and adds it to the log. */
export function openAuditConsumer(
  context: Pick<ServiceContext, 'closers' | 'metrics'>,
  { client, topic, suffix, recordFact }: AuditConsumerOptions,
): void {
  openConsumer(context, {
    client,
    name: 'audit',
    groupId: `accounts-audit${suffix}`,
    topics: [topic.name],
    events: new Map([[AuditRecorded.type, AuditRecorded]]),
    // The log orders facts as it adds them, which it does together.
    atOnce: MAX_FACTS,
    async handle({ id, data, traceparent }) {
      await recordFact({ eventId: id, fact: data as AuditFact, traceparent });
      return 'applied';
    },
  });
}
