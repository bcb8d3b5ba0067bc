import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { expect, it } from 'vitest';
import { MailRequested } from '@vidhi/contracts/events.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { startBrokerProxy } from '@vidhi/testing/engine-proxy.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess } from '@vidhi/testing/service-process.ts';
import { anEnvelope } from './envelope-builder.ts';
import type { MailDocument } from './ledger/mail-collection.ts';
import { notifyEnvironment, startFakeAccounts, startInbox } from './sending/mail-site-builder.ts';

const REQUEST_ID = 'a'.repeat(26);

it('starts while Kafka is away, and then sends what was requested meanwhile', async () => {
  const kafka = await startBrokerProxy(testEngines().kafkaBrokers);
  const accounts = await startFakeAccounts();
  const inbox = await startInbox();
  const site = notifyEnvironment('notify-alone', { accountsUrl: accounts.url, inbox });
  accounts.responses.set(REQUEST_ID, {
    template: 'password-reset',
    to: { address: 'away@example.in', name: 'Asha Rao' },
    values: { first_name: 'Asha' },
    link: 'https://vidhi.example/reset-password?code=secret',
  });
  kafka.set('cut');
  const service = await startServiceProcess({
    script: join(import.meta.dirname, 'server.ts'),
    env: { ...site.env, KAFKA_BROKERS: kafka.brokers },
  });

  const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'notify-test' });
  const topics = [TOPICS.accountsMailRequests, TOPICS.newsSite, TOPICS.ordersPurchases].map((topic) =>
    withSuffix(topic, site.suffix),
  );
  await ensureTopics(client, topics);
  const producer = createProducer(client);
  await producer.publish(
    `accounts.mail-requests${site.suffix}`,
    anEnvelope(MailRequested.type, REQUEST_ID, {
      requestId: REQUEST_ID,
      userId: 7,
      template: 'password-reset',
    }),
  );
  const connection = await createConnection(site.database.url).asPromise();
  const state = async (): Promise<string | undefined> =>
    (await connection.collection<MailDocument>('mails').findOne({ 'source.id': REQUEST_ID }))?.state;
  expect(await state()).toBeUndefined();
  kafka.set('open');
  await expect.poll(state).toBe('SENT');

  await service.end();
  await producer.close();
  await withAdmin(client, (admin) => admin.deleteTopics({ topics: topics.map(({ name }) => name) }));
  await connection.close();
  await site.database.drop();
  await Promise.all([kafka.close(), inbox.close(), accounts.close()]);
});
