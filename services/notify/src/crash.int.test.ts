import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createConnection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailRequested } from '@vidhi/contracts/events.ts';
import { connectKafka, type KafkaClient } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { createConcurrencyLimiter } from '@vidhi/service-kit/concurrency-limiter.ts';
import { startCrashingProcess } from '@vidhi/testing/crashing-process.ts';
import { testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import type { MailDocument } from './ledger/mail-collection.ts';
import {
  notifyEnvironment,
  SERVICE_TOKEN,
  startFakeAccounts,
  startInbox,
} from './sending/mail-site-builder.ts';

const SERVER = join(import.meta.dirname, 'server.ts');
const FAIL_POINTS = ['after-insert', 'before-claim', 'before-smtp', 'after-smtp', 'before-sent'];
const TIMES = 2;
/** Mails per run, so that each fail point is reached TIMES times. */
const MAILS = TIMES;
/** Fail points that are tested side by side: much of the time goes into joining consumer groups. */
const AT_ONCE = 4;
const TEST_MS = 1_200_000;

let accounts: Awaited<ReturnType<typeof startFakeAccounts>>;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let client: KafkaClient;
let requests = 0;

beforeAll(async () => {
  accounts = await startFakeAccounts();
  inbox = await startInbox();
  client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'notify-crash' });
});
afterAll(async () => {
  await inbox.close();
  await accounts.close();
});

const toEventId = (requestId: string): string => `mail.requested:${requestId}`;
const addressOf = (requestId: string): string => `user-${requestId}@example.in`;

/** A database, a topic and a queue of their own, with the mails that were requested there. */
async function openSite(name: string) {
  const {
    database,
    env: shared,
    suffix,
    queuePrefix,
  } = notifyEnvironment(name, { accountsUrl: accounts.url, inbox });
  const env = { ...shared, MAIL_LEASE_MS: '20000', SMTP_DEADLINE_MS: '10000' };
  const topic = { name: `accounts.mail-requests${suffix}`, partitions: 3, compacted: false };
  await ensureTopics(client, [topic]);
  const connection = await createConnection(database.url).asPromise();
  const mails = connection.collection<MailDocument>('mails');
  const requested: string[] = [];

  /** Creates mail requests that accounts resolves; resolves with their ids. */
  function newRequests(): string[] {
    const ids = Array.from({ length: MAILS }, () => {
      requests += 1;
      const id = requests.toString(2).padStart(26, 'a').replaceAll('0', 'b').replaceAll('1', 'c');
      accounts.responses.set(id, {
        template: 'email-confirmation',
        to: { address: addressOf(id), name: 'Asha Rao' },
        values: { first_name: 'Asha' },
        link: `https://vidhi.example/confirm?code=${id}`,
      });
      return id;
    });
    requested.push(...ids);
    return ids;
  }

  async function publish(requestIds: readonly string[]): Promise<void> {
    const producer = createProducer(client);
    await producer.publishAll(
      requestIds.map((requestId) => ({
        topic: topic.name,
        envelope: {
          id: toEventId(requestId),
          type: MailRequested.type,
          v: MailRequested.v,
          aggregateId: requestId,
          occurredAt: '2026-01-01T00:00:00.000Z',
          data: { requestId, userId: 1, template: 'email-confirmation' },
        },
      })),
    );
    await producer.close();
  }

  return {
    env,
    topic,
    queuePrefix,
    requested,
    newRequests,
    publish,

    async runUntilKilled(failPoint: string, failAt: number) {
      const { ended } = await startCrashingProcess('crashing-notify', {
        LOG_LEVEL: 'error',
        ...env,
        FAIL_POINT: failPoint,
        FAIL_AT: String(failAt),
      });
      return ended;
    },

    /** Runs the service until each requested mail is recorded as sent; then each must be in the inbox once. */
    async expectEachOnce(
      use: (service: ServiceProcess) => Promise<void> = async () => undefined,
    ): Promise<void> {
      const service = await startServiceProcess({ script: SERVER, env });
      try {
        await use(service);
        await expect.poll(() => mails.countDocuments({ state: 'SENT' })).toBe(requested.length);
        expect(await mails.countDocuments({})).toBe(requested.length);
        const addresses = new Set(requested.map(addressOf));
        const received = (await inbox.mails()).map(({ to }) => to).filter((to) => addresses.has(to));
        expect(received.toSorted()).toEqual([...addresses].toSorted());
      } finally {
        await service.end();
      }
    },

    async close(): Promise<void> {
      const topics = [topic.name, `${topic.name}.dlq`, `news.site${suffix}`];
      await withAdmin(client, (admin) => admin.deleteTopics({ topics })).catch(() => undefined);
      await connection.close();
      await database.drop();
    },
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

async function withSite(name: string, use: (site: Site) => Promise<void>): Promise<void> {
  const site = await openSite(name);
  try {
    await use(site);
  } finally {
    await site.close();
  }
}

describe('mails of a service that is killed', () => {
  it(
    `are sent once each, killed ${TIMES} times at each of ${FAIL_POINTS.length} points`,
    async () => {
      const limiter = createConcurrencyLimiter(AT_ONCE, FAIL_POINTS.length);
      await Promise.all(
        FAIL_POINTS.map((failPoint) =>
          limiter.run(() =>
            withSite(`notify-${failPoint}`, async (site) => {
              for (let time = 1; time <= TIMES; time += 1) {
                await site.publish(site.newRequests());
                expect(await site.runUntilKilled(failPoint, time)).toEqual({
                  code: null,
                  signal: 'SIGKILL',
                  output: `at ${failPoint}\n`,
                });
              }
              await site.expectEachOnce();
            }),
          ),
        ),
      );
    },
    TEST_MS,
  );
});

describe('mails of a service on engines that lose all they have', () => {
  it('are sent once each when Redis loses the jobs', async () => {
    await withSite('notify-redis', async (site) => {
      await site.publish(site.newRequests());
      await site.runUntilKilled('before-claim', 1);
      const redis = new Redis(testEngines().redisUrl);
      const keys = await redis.keys(`${site.queuePrefix}*`);
      expect(keys.length).toBeGreaterThan(0);
      await redis.del(...keys);
      await redis.quit();
      await site.expectEachOnce();
    });
  });

  it('are sent once each when the broker loses events that nobody has read', async () => {
    await withSite('notify-broker', async (site) => {
      await site.publish(site.newRequests());
      await site.expectEachOnce();
      const lost = site.newRequests();
      await site.publish(lost);
      await withAdmin(client, (admin) => admin.deleteTopics({ topics: [site.topic.name] }));
      await site.expectEachOnce(async ({ url }) => {
        const response = await fetch(`${url}/internal/mails/known`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-service-token': SERVICE_TOKEN },
          body: JSON.stringify({ eventIds: site.requested.map(toEventId) }),
        });
        const { known } = (await response.json()) as { known: string[] };
        expect(known.toSorted()).toEqual(
          site.requested
            .filter((id) => !lost.includes(id))
            .map(toEventId)
            .toSorted(),
        );
        // Publish the requests again, as accounts does until notify has them; those that it has, too, as the check may be
        // late.
        await ensureTopics(client, [site.topic]);
        for (let time = 0; time < 2; time += 1) await site.publish(site.requested);
      });
    });
  });
});
