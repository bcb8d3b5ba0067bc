import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { withAdmin } from '@vidhi/messaging/topics.ts';

/** Deletes the topics of a site that was started with this `TOPIC_SUFFIX`, with the topics of their dead letters. */
export function deleteTopics(brokers: string, suffix: string): Promise<void> {
  const client = connectKafka({ brokers, clientId: 'delete-topics' });
  return withAdmin(client, async (admin) => {
    const topics = (await admin.listTopics()).filter((name) =>
      name.replace(/\.(dlq|retry)$/, '').endsWith(suffix),
    );
    if (topics.length > 0) await admin.deleteTopics({ topics });
  });
}
