import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineError } from './engine-error.mjs';
import { parseHostPort, requireDiskSpace, startEngine, useExternalEngine } from './engine-start.mjs';
import { ensureClassPath } from './jars.mjs';
import { shortLivedOptions, ensureJava } from './java.mjs';
import { hasClusterMetadata } from './kafka-probe.mjs';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.mjs';
import { claimPort } from './ports.mjs';
import { findOnPath, listJars, runProgram } from './programs.mjs';
import { settingOf } from './setting.mjs';
import { acceptsConnections } from './socket-exchange.mjs';

/**
 * @typedef {import('./engine-start.mjs').EngineOptions & { heapMb?: number, advertisedPort?: number | undefined, archiveClassesTo?: string,
 *   properties?: Readonly<Record<string, string>>,
 * }} KafkaOptions
 * @typedef {import('./engine-start.mjs').RunningEngine & {
 *   brokers: string, stop: (withinMs?: number) => Promise<void>, exited?: Promise<import('./processes.mjs').Exit>,
 * }} RunningKafka
 */

const HEAP_MB = 384;
const MAX_RECORD_BYTES = 8 * 1024 * 1024;
const LOOPBACK = '127.0.0.1';
const META_PROPERTIES = 'meta.properties';
/** The records with which the log of the cluster's metadata begins; the format tool writes it into the logs folder. */
export const BOOTSTRAP_CHECKPOINT = 'bootstrap.checkpoint';

/**
 * Starts Kafka, or uses the cluster at KAFKA_BROKERS: kafka-server-start on PATH (or in KAFKA_HOME), else
 * Apache Kafka from its jars, as one KRaft node on loopback with its logs in `<dataDir>/kafka`.
 * @param {KafkaOptions} options `advertisedPort` is the port that clients connect to when there is a proxy in front of
 * Kafka; `archiveClassesTo` is the file to which Kafka writes an archive of the classes it has loaded when it is stopped; `properties` are added
 * to those of the broker, for tests of other listeners.
 * @returns {Promise<RunningKafka>}
 */
export async function startKafka(options) {
  const env = options.env ?? process.env;
  const externalAddress = settingOf(env, 'KAFKA_BROKERS');
  if (externalAddress) return { ...(await useExternalKafka(externalAddress, env)), brokers: externalAddress };

  const { java, jars, kind } = await provisionKafka(options);
  const home = join(options.dataDir, 'kafka');
  requireDiskSpace(home, options.minFreeBytes);
  const port = await claimPort(options.dataDir, 'kafka', options.port);
  const controllerPort = await claimPort(options.dataDir, 'kafka-controller');
  const config = join(home, 'server.properties');
  const { advertisedPort = port } = options;
  const properties = serverProperties(
    { logs: join(home, 'logs'), port, advertisedPort, controllerPort },
    options.properties,
  );
  // Written only when it has changed, because on a full disk a write would truncate it.
  if (readIfThere(config) !== properties) writeFileSync(config, properties, { mode: PRIVATE_FILE });
  const jvm = ['-cp', jars.join(':'), '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
  const { archiveClassesTo } = options;
  const shortLived = [...shortLivedOptions(env), ...classArchiveOptions(jars, env)];
  const checkpoint = shortLived.length > 0 ? formatCheckpointOf(jars) : undefined;
  await format({ java, jvm: [...jvm, ...shortLived], home, config, checkpoint });

  const started = await startEngine({
    name: 'Kafka',
    file: 'kafka',
    command: java,
    args: [
      ...jvm,
      ...shortLived,
      ...(archiveClassesTo === undefined ? [] : [`-XX:ArchiveClassesAtExit=${archiveClassesTo}`]),
      `-Xmx${options.heapMb ?? HEAP_MB}m`,
      '-XX:+ExitOnOutOfMemoryError',
      'kafka.Kafka',
      config,
    ],
    options,
    isReady: () => hasClusterMetadata({ host: LOOPBACK, port }),
  });
  const brokers = `${LOOPBACK}:${port}`;
  return {
    name: 'Kafka',
    url: brokers,
    brokers,
    kind,
    description: kind === 'path' ? 'Kafka from PATH, KRaft, one node' : 'Apache Kafka 4.3.0, KRaft, one node',
    port,
    pid: started.pid,
    stop: started.stop,
    exited: started.exited,
    kill: started.kill,
    heartbeat: started.heartbeat,
  };
}

/**
 * Finds or downloads Java and Kafka's jars, without starting Kafka.
 * @param {Pick<KafkaOptions, 'engineDir' | 'env' | 'mayInstall' | 'onStep'>} options
 * @returns {Promise<{ java: string, jars: string[], kind: 'path' | 'provisioned' }>}
 */
export async function provisionKafka(options) {
  const env = options.env ?? process.env;
  const java = await ensureJava({
    env,
    ...(options.mayInstall === undefined ? {} : { mayInstall: options.mayInstall }),
    onInstall: () => options.onStep?.({ name: 'Java', done: 0, total: 1, note: 'installing' }),
  });
  const installed = findInstalledJars(env);
  if (installed !== undefined) return { java, jars: installed, kind: 'path' };
  return { java, jars: await ensureClassPath('kafka', { ...options, java }), kind: 'provisioned' };
}

/**
 * Path of the archive of the classes that Kafka loads from these jars when it starts (`archiveKafkaClasses`).
 * @param {readonly string[]} jars
 */
export const classArchiveOf = (jars) => `${dirname(jars[0] ?? '')}.jsa`;

/**
 * Path of the stored output of the format tool of these jars, beside the class archive (`archiveKafkaClasses`).
 * @param {readonly string[]} jars
 */
export const formatCheckpointOf = (jars) => `${dirname(jars[0] ?? '')}.checkpoint`;

/**
 * Options of a JVM with these jars as its class path that use their archive, if there is one.
 * @param {readonly string[]} jars
 * @param {import('./programs.mjs').Env} env
 */
export function classArchiveOptions(jars, env) {
  const archive = classArchiveOf(jars);
  // An archive of classes that were not verified cannot be used by a JVM that verifies them.
  return shortLivedOptions(env).length > 0 && existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

/** @param {import('./programs.mjs').Env} env */
function findInstalledJars(env) {
  const script = findOnPath('kafka-server-start.sh', env) ?? findOnPath('kafka-server-start', env);
  const home = env['KAFKA_HOME'] || (script === undefined ? undefined : join(dirname(script), '..'));
  const jars = home === undefined ? [] : listJars(join(home, 'libs'));
  return jars.length === 0 ? undefined : jars;
}

/** Any of these says that the brokers take no plain requests. */
const ACCESS_SETTINGS = ['KAFKA_TLS', 'KAFKA_CA', 'KAFKA_CERT', 'KAFKA_SASL_MECHANISM'];

/**
 * @param {string} brokers
 * @param {import('./programs.mjs').Env} env
 */
function useExternalKafka(brokers, env) {
  // TLS and SASL need the client; the services report when such brokers reject them.
  const isPlain = ACCESS_SETTINGS.every((name) => settingOf(env, name) === undefined);
  const probe = isPlain ? hasClusterMetadata : acceptsConnections;
  const addresses = brokers.split(',').map((broker) => parseHostPort(broker, 9092));
  return useExternalEngine({
    name: 'Kafka',
    variable: 'KAFKA_BROKERS',
    url: brokers,
    isReady: async () => (await Promise.all(addresses.map(probe))).includes(true),
  });
}

/**
 * Formats the storage folder with a cluster id, unless it has one: with Kafka's tool, or from the file that the tool wrote
 * for another folder, when there is one.
 * @param {{ java: string, jvm: string[], home: string, config: string, checkpoint: string | undefined }} node
 */
async function format({ java, jvm, home, config, checkpoint }) {
  const idFile = join(home, 'cluster-id');
  let id = readIfThere(idFile);
  if (id === undefined) {
    // The tool would parse a leading dash as an option.
    id = `v${randomBytes(16).toString('base64url').slice(1)}`;
    mkdirSync(home, { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(idFile, id, { mode: PRIVATE_FILE });
  }
  const logs = join(home, 'logs');
  if (readIfThere(join(logs, META_PROPERTIES)) !== undefined) return;
  if (checkpoint !== undefined && existsSync(checkpoint)) {
    formatFrom(checkpoint, { logs, id });
    return;
  }
  const args = [
    ...jvm,
    '-XX:TieredStopAtLevel=1',
    'kafka.tools.StorageTool',
    'format',
    '-t',
    id,
    '-c',
    config,
    '--ignore-formatted',
  ];
  const result = await runProgram('sh', ['-c', 'umask 077; exec "$@"', 'sh', java, ...args]);
  if (result.code !== 0) {
    throw new EngineError(
      /No space left on device/.test(result.output)
        ? 'The disk is full: Kafka cannot write its data. Free some space and start again.'
        : `Kafka's data folder could not be prepared: remove ${home} and start again.`,
      { cause: new Error(result.output) },
    );
  }
}

/**
 * Writes what the format tool would write: only the ids in meta.properties differ between folders. That file is last, since
 * a folder with it counts as formatted.
 * @param {string} checkpoint
 * @param {{ logs: string, id: string }} node
 */
function formatFrom(checkpoint, { logs, id }) {
  mkdirSync(logs, { recursive: true, mode: PRIVATE_FOLDER });
  copyFileSync(checkpoint, join(logs, BOOTSTRAP_CHECKPOINT));
  const directory = `v${randomBytes(16).toString('base64url').slice(1)}`;
  const partial = join(logs, `${META_PROPERTIES}.partial`);
  const lines = ['version=1', `cluster.id=${id}`, 'node.id=1', `directory.id=${directory}`, ''];
  writeFileSync(partial, lines.join('\n'), { mode: PRIVATE_FILE });
  renameSync(partial, join(logs, META_PROPERTIES));
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * @param {{ logs: string, port: number, advertisedPort: number, controllerPort: number }} node
 * @param {Readonly<Record<string, string>>} [added] a list continues the one of the same name
 */
function serverProperties({ logs, port, advertisedPort, controllerPort }, added = {}) {
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${LOOPBACK}:${controllerPort}`,
    listeners: `PLAINTEXT://${LOOPBACK}:${port},CONTROLLER://${LOOPBACK}:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${LOOPBACK}:${advertisedPort}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': logs,
    // A killed node cannot register again before its old session has expired: nine seconds by default.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    // No empty records, twice a second by default, which only other controllers need: a quarter of an idle broker's processor time.
    'metadata.max.idle.interval.ms': 0,
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // A post with its whole text is one record; the topics have the same limit.
    'message.max.bytes': MAX_RECORD_BYTES,
    'replica.fetch.max.bytes': MAX_RECORD_BYTES,
    // The topics have their own setting; this is the default for topics created manually.
    'log.retention.hours': 14 * 24,
    'log.segment.bytes': 64 * 1024 * 1024,
    'log.index.size.max.bytes': 1024 * 1024,
    // The default of 128 MB would be a third of the heap.
    'log.cleaner.dedupe.buffer.size': 16 * 1024 * 1024,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'num.recovery.threads.per.data.dir': 2,
  };
  const all = Object.entries({ ...added, ...settings }).map(
    ([key, value]) => `${key}=${LISTS.has(key) && key in added ? `${value},${added[key]}` : value}`,
  );
  return `${all.join('\n')}\n`;
}

/** Properties that name every listener. */
const LISTS = new Set(['listeners', 'advertised.listeners', 'listener.security.protocol.map']);
