import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { endOffsets, ensureTopics } from '@vidhi/messaging/topics.ts';
import { loadConfig } from '@vidhi/service-kit/app-config.ts';
import { kafkaAccess, redisAccess } from '@vidhi/service-kit/engine-access.ts';
import { connectRedis } from '@vidhi/service-kit/redis-counters.ts';
import { KafkaEnv, RedisEnv } from '@vidhi/service-kit/service-env.ts';
import {
  makeCertificates,
  startSecuredKafka,
  startSecuredRedis,
  USER,
  type Certificates,
  type SecuredEngine,
} from './secured-engines.ts';

let dataDir: string;
let certificates: Certificates;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vidhi-secured-'));
  mkdirSync(join(dataDir, 'run'));
  certificates = makeCertificates(join(dataDir, 'certificates'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes a secret into a file, as a deployment mounts it, and returns its path. */
function fileWith(text: string): string {
  const file = join(mkdtempSync(join(dataDir, 'secret-')), 'value');
  writeFileSync(file, `${text}\n`);
  return file;
}

const caFile = (): string => join(certificates.folder, 'ca.pem');
const clientFiles = (): { cert: string; key: string } => ({
  cert: join(certificates.folder, 'client.pem'),
  key: join(certificates.folder, 'client.key'),
});

describe('Kafka with TLS', () => {
  let kafka: SecuredEngine;
  beforeAll(async () => {
    kafka = await startSecuredKafka({ dataDir, certificates });
  });
  afterAll(() => kafka.stop());

  /** Connects with these settings, writes an event into a new topic and resolves with the number of records in it. */
  async function roundTrip(env: Record<string, string>, topic: string): Promise<bigint | undefined> {
    const config = loadConfig(Type.Object(KafkaEnv), env);
    const client = connectKafka({
      brokers: config.KAFKA_BROKERS,
      clientId: 'secured',
      ...kafkaAccess(config),
    });
    await ensureTopics(client, [{ name: topic, partitions: 1, compacted: false }]);
    const producer = createProducer(client);
    onTestFinished(() => producer.close());
    await producer.publish(topic, {
      id: 'thing.changed:1:1',
      type: 'thing.changed',
      v: 1,
      aggregateId: '1',
      occurredAt: '2026-11-20T10:00:00.000Z',
      data: {},
    });
    return (await endOffsets(client, [topic])).get(topic);
  }

  it.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])(
    'is used with %s and a password from a file',
    async (mechanism) => {
      const env = {
        KAFKA_BROKERS: kafka.address,
        KAFKA_CA_FILE: caFile(),
        KAFKA_SASL_MECHANISM: mechanism,
        KAFKA_USERNAME: USER.username,
        KAFKA_PASSWORD_FILE: fileWith(USER.password),
      };
      expect(await roundTrip(env, `things-${mechanism.toLowerCase()}`)).toBe(1n);
    },
  );

  it('is used with a certificate of the client', async () => {
    const { cert, key } = clientFiles();
    const env = {
      KAFKA_BROKERS: kafka.mutual,
      KAFKA_CA_FILE: caFile(),
      KAFKA_CERT_FILE: cert,
      KAFKA_KEY_FILE: key,
    };
    expect(await roundTrip(env, 'things-mutual')).toBe(1n);
  });

  const access = () => ({
    KAFKA_BROKERS: kafka.address,
    KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
    KAFKA_USERNAME: USER.username,
    KAFKA_PASSWORD: USER.password,
  });

  it('is not trusted without its authority', async () => {
    await expect(roundTrip({ ...access(), KAFKA_TLS: 'true' }, 'never')).rejects.toThrow(/certificate/);
  });

  it('rejects a wrong password, and a client without a certificate', async () => {
    const env = { ...access(), KAFKA_CA_FILE: caFile(), KAFKA_PASSWORD: 'wrong' };
    await expect(roundTrip(env, 'never')).rejects.toThrow(/[Aa]uthentication/);
    await expect(
      roundTrip({ KAFKA_BROKERS: kafka.mutual, KAFKA_CA_FILE: caFile() }, 'never'),
    ).rejects.toThrow(/certificate/);
  });
});

describe('Redis with TLS and a user of its ACL', () => {
  let server: SecuredEngine;
  beforeAll(async () => {
    server = await startSecuredRedis({ dataDir, certificates });
  });
  afterAll(() => server.stop());

  async function whoAmI(env: Record<string, string>): Promise<string> {
    const config = loadConfig(Type.Object(RedisEnv), env);
    const redis = connectRedis(config.REDIS_URL, redisAccess(config));
    onTestFinished(() => redis.disconnect());
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      redis.once('error', reject);
    });
    return (await redis.call('ACL', 'WHOAMI')) as string;
  }

  it('is used with a password from a file', async () => {
    const env = {
      REDIS_URL: server.address,
      REDIS_CA_FILE: caFile(),
      REDIS_USERNAME: USER.username,
      REDIS_PASSWORD_FILE: fileWith(USER.password),
    };
    expect(await whoAmI(env)).toBe(USER.username);
  });

  it('is used with user and password in the URL', async () => {
    const url = new URL(server.address);
    url.username = USER.username;
    url.password = encodeURIComponent(USER.password);
    expect(await whoAmI({ REDIS_URL: url.href, REDIS_CA_FILE: caFile() })).toBe(USER.username);
  });

  it('is used with a certificate of the client', async () => {
    const { cert, key } = clientFiles();
    const env = {
      REDIS_URL: server.mutual,
      REDIS_CA_FILE: caFile(),
      REDIS_CERT_FILE: cert,
      REDIS_KEY_FILE: key,
      REDIS_USERNAME: USER.username,
      REDIS_PASSWORD: USER.password,
    };
    expect(await whoAmI(env)).toBe(USER.username);
  });

  it('is not trusted without its authority, and rejects a wrong password', async () => {
    const access = { REDIS_URL: server.address, REDIS_USERNAME: USER.username };
    await expect(whoAmI({ ...access, REDIS_PASSWORD: USER.password })).rejects.toThrow(/certificate/);
    await expect(whoAmI({ ...access, REDIS_CA_FILE: caFile(), REDIS_PASSWORD: 'wrong' })).rejects.toThrow(
      /WRONGPASS/,
    );
  });
});
