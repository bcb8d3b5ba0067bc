import { connectKafka, silentLogger } from '@vidhi/messaging/kafka.ts';
import { withAdmin } from '@vidhi/messaging/topics.ts';
import { readKafkaAccess } from '@vidhi/service-kit/engine-access.ts';
import { retryTransient } from '@vidhi/service-kit/retry.ts';

/** Consumers that are not rewound: each event of theirs that is handled again is a mail that is sent again. */
const NOT_REWOUND = ['notify-mail-requests', 'notify-purchases'];

const PAUSES = { firstMs: 500, maxMs: 2_000, retries: 30 };

interface ResetOptions {
  brokers: string;
  /** Services whose database was restored. */
  services: readonly string[];
  /** Topics that these services publish, with their suffix. */
  topics: readonly string[];
}

/** Returns whether this consumer group of a restored service has to read its topics from the beginning. */
export const isRewound = (groupId: string, services: readonly string[]): boolean =>
  services.some((service) => groupId.startsWith(`${service}-`)) &&
  !NOT_REWOUND.some((name) => groupId.startsWith(name));

/**
 * Deletes the topics of restored services, whose records may be newer than the documents, and the positions of their
 * consumers, which are behind the events that the restored database has not seen.
 */
export async function resetKafka({ brokers, services, topics }: ResetOptions): Promise<void> {
  const client = connectKafka({
    brokers,
    clientId: 'restore',
    log: silentLogger,
    ...readKafkaAccess(process.env),
  });
  await withAdmin(client, async (admin) => {
    const present = new Set(await admin.listTopics());
    const found = topics.filter((topic) => present.has(topic));
    if (found.length > 0) await admin.deleteTopics({ topics: found });
    // Right after a start, the broker is loading the groups; one of killed processes is not empty until their sessions expire.
    const again = { ...PAUSES, isTransient: () => true };
    const { groups } = await retryTransient(() => admin.listGroups(), again);
    const rewound = groups.map(({ groupId }) => groupId).filter((id) => isRewound(id, services));
    if (rewound.length > 0) await retryTransient(() => admin.deleteGroups(rewound), again);
  });
}
