import { join } from 'node:path';
import { createConnection } from 'mongoose';
import type { Envelope } from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess } from '@vidhi/testing/service-process.ts';
import type { MailDocument } from '../ledger/mail-collection.ts';
import { notifyEnvironment, startFakeAccounts, startInbox } from './mail-site-builder.ts';

const SERVER = join(import.meta.dirname, '../server.ts');
const CONSUMED = [
  TOPICS.accountsMailRequests,
  TOPICS.catalogDecisions,
  TOPICS.newsMentions,
  TOPICS.newsSite,
  TOPICS.ordersPurchases,
];

/**
 * Starts notify as a process between a mail inbox and a server that responds as accounts and cart-orders, with topics and a
 * database of its own. Mails that fail are tried again at once.
 */
export async function startNotify(name: string) {
  const accounts = await startFakeAccounts();
  const inbox = await startInbox();
  const site = notifyEnvironment(name, { accountsUrl: accounts.url, inbox });
  const service = await startServiceProcess({
    script: SERVER,
    env: {
      ...site.env,
      MAIL_LEASE_MS: '60000',
      SMTP_DEADLINE_MS: '30000',
      MAIL_RETRY_MS: '100,100,100,100,100,100,100',
    },
  });
  const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: `${name}-test` });
  const producer = createProducer(client);
  // A service is ready before its topics exist.
  const topics = CONSUMED.map((topic) => withSuffix(topic, site.suffix));
  await ensureTopics(client, topics);
  const connection = await createConnection(site.database.url).asPromise();
  return {
    accounts,
    inbox,
    site,
    service,
    connection,
    mails: connection.collection<MailDocument>('mails'),
    publish: (topic: keyof typeof TOPICS, envelope: Envelope): Promise<unknown> =>
      producer.publish(withSuffix(TOPICS[topic], site.suffix).name, envelope),
    post: (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async close(): Promise<void> {
      await service.end();
      await producer.close();
      await withAdmin(client, (admin) =>
        admin.deleteTopics({ topics: topics.map((topic) => topic.name) }),
      ).catch(() => undefined);
      await connection.close();
      await site.database.drop();
      await inbox.close();
      await accounts.close();
    },
  };
}
