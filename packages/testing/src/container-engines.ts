import { GenericContainer, getContainerRuntimeClient, Wait, type StartedTestContainer } from 'testcontainers';
import { pollUntil } from '@vidhi/local/deadline.mjs';
import { ENGINE_IMAGES } from '@vidhi/local/engine-images.mjs';
import { hasClusterMetadata } from '@vidhi/local/kafka-probe.mjs';
import { runMongoCommand, sayHello } from '@vidhi/local/mongo-probe.mjs';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { pingRedis } from '@vidhi/local/redis-probe.mjs';
import type { TestEngines } from './shared-engines.ts';

export interface EnginePorts {
  mongo: number;
  kafka: number;
  kafkaController: number;
  redis: number;
}

const HOST = '127.0.0.1';
const REPLICA_SET = 'vidhi';
const START_MS = 180_000;
const STOP_MS = 10_000;

/**
 * Decides where the engines of a run come from: containers when RUN_CONTAINERS is 1 and a Docker engine responds, local
 * processes otherwise. `sentence` says why containers that were asked for are not used.
 */
export async function chooseEngines(
  env: Readonly<Record<string, string | undefined>>,
  findDocker: () => Promise<unknown> = getContainerRuntimeClient,
): Promise<{ kind: 'containers' | 'processes'; sentence?: string }> {
  if (env['RUN_CONTAINERS'] !== '1') return { kind: 'processes' };
  try {
    await findDocker();
    return { kind: 'containers' };
  } catch {
    const sentence =
      'RUN_CONTAINERS=1 has no effect: no Docker engine responds; the engines run as processes.';
    return { kind: 'processes', sentence };
  }
}

const kafkaSettings = ({ kafka, kafkaController }: EnginePorts): Record<string, string> => ({
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_LISTENERS: `PLAINTEXT://${HOST}:${kafka},CONTROLLER://${HOST}:${kafkaController}`,
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${HOST}:${kafka}`,
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_CONTROLLER_QUORUM_VOTERS: `1@${HOST}:${kafkaController}`,
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  KAFKA_MESSAGE_MAX_BYTES: '8388608',
  KAFKA_REPLICA_FETCH_MAX_BYTES: '8388608',
});

/** The engines, to be started: on the host's loopback interface, each until it logs that it is ready. */
export function engineContainers(ports: EnginePorts): Record<'mongo' | 'kafka' | 'redis', GenericContainer> {
  const engine = (image: string, ready: RegExp): GenericContainer =>
    new GenericContainer(image)
      .withNetworkMode('host')
      .withWaitStrategy(Wait.forLogMessage(ready))
      .withStartupTimeout(START_MS);
  return {
    mongo: engine(ENGINE_IMAGES.mongo, /Waiting for connections/).withCommand([
      'mongod',
      '--replSet',
      REPLICA_SET,
      '--bind_ip',
      HOST,
      '--port',
      String(ports.mongo),
    ]),
    kafka: engine(ENGINE_IMAGES.kafka, /Kafka Server started/).withEnvironment(kafkaSettings(ports)),
    redis: engine(ENGINE_IMAGES.redis, /Ready to accept connections/).withCommand([
      'redis-server',
      '--bind',
      HOST,
      '--port',
      String(ports.redis),
      '--appendonly',
      'yes',
    ]),
  };
}

async function waitFor(name: string, isReady: () => Promise<boolean>): Promise<void> {
  const poll = async (): Promise<true | undefined> =>
    (await isReady().catch(() => false)) ? true : undefined;
  const hasResponded = await pollUntil(poll, { withinMs: START_MS });
  if (hasResponded === undefined) throw new Error(`the container of ${name} did not become ready`);
}

async function waitUntilReady({ mongo, kafka, redis }: EnginePorts): Promise<void> {
  const mongoAt = { host: HOST, port: mongo };
  await Promise.all([
    (async () => {
      await waitFor('MongoDB', async () => (await sayHello(mongoAt)) !== undefined);
      const members = [{ _id: 0, host: `${HOST}:${mongo}` }];
      await runMongoCommand(mongoAt, { replSetInitiate: { _id: REPLICA_SET, members } });
      await waitFor('MongoDB', async () => (await sayHello(mongoAt))?.['isWritablePrimary'] === true);
    })(),
    waitFor('Kafka', () => hasClusterMetadata({ host: HOST, port: kafka })),
    waitFor('Redis', async () => (await pingRedis({ host: HOST, port: redis })) === '+PONG'),
  ]);
}

/** Starts the engines of the tests as containers; `release` removes them. */
export async function startContainerEngines(): Promise<TestEngines> {
  const ports: EnginePorts = {
    mongo: await anyFreePort(),
    kafka: await anyFreePort(),
    kafkaController: await anyFreePort(),
    redis: await anyFreePort(),
  };
  process.env['RYUK_CONTAINER_IMAGE'] ??= ENGINE_IMAGES.reaper;
  const started: StartedTestContainer[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(started.map((container) => container.stop({ timeout: STOP_MS })));
  };
  try {
    for (const container of Object.values(engineContainers(ports))) started.push(await container.start());
    await waitUntilReady(ports);
  } catch (error) {
    await release();
    throw error;
  }
  const { mongo, kafka, redis } = ENGINE_IMAGES;
  return {
    mongoUrl: `mongodb://${HOST}:${ports.mongo}/?replicaSet=${REPLICA_SET}`,
    kafkaBrokers: `${HOST}:${ports.kafka}`,
    redisUrl: `redis://${HOST}:${ports.redis}`,
    descriptions: [kafka, mongo, redis].map((image) => `${image} in a container`),
    release,
  };
}
