import { createRequire } from 'node:module';
import kafkajs, { type ISocketFactory, type Kafka, type LogEntry } from 'kafkajs';
import { kafkaAccess, type KafkaSettings } from '@vidhi/service-kit/engine-access.ts';

/** Logger of this package; a pino logger fits. */
export interface BusLogger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const silence = (): void => {};
export const silentLogger: BusLogger = { debug: silence, info: silence, warn: silence, error: silence };

export interface KafkaClient {
  readonly kafka: Kafka;
  readonly clientId: string;
  readonly log: BusLogger;
}

export interface KafkaOptions {
  /** `host:port`, several separated by commas. */
  brokers: string;
  clientId: string;
  log?: BusLogger;
  /** TLS, with a certification authority or a client certificate in PEM. */
  tls?: { ca?: string; cert?: string; key?: string };
  sasl?: { mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'; username: string; password: string };
  /** Opens the connections to the brokers; tests replace it to cut them. */
  socketFactory?: ISocketFactory;
}

/** Retries of one request to the broker; the loops of this package retry beyond that. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 2_000, retries: 4 } as const;

/** The part of a kafkajs internal class that `quietIdleQueues` patches. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  scheduleCheckPendingRequests(): void;
}

let patched = false;

/**
 * Patches kafkajs 2.2.4, whose request queue re-arms a timer with a negative delay for ever: 3 % of a core for each
 * connection. A queue without pending requests and throttling needs no check.
 */
function quietIdleQueues(): void {
  if (patched) return;
  patched = true;
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
    prototype: RequestQueue;
  };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded(this: RequestQueue): void {
    if (this.pending.length === 0 && this.throttledUntil <= Date.now()) return;
    schedule.call(this);
  };
}

/** Logs kafkajs errors as warnings: it reports every lost connection as an error, and reconnecting is routine. */
const logTo =
  (log: BusLogger) =>
  ({ level, namespace, log: { message, groupId, broker, error, topic } }: LogEntry): void => {
    const details = { namespace, groupId, broker, topic, error };
    if (level <= kafkajs.logLevel.WARN) log.warn(details, message);
    else log.debug(details, message);
  };

function saslOptions({ mechanism, ...credentials }: NonNullable<KafkaOptions['sasl']>): kafkajs.SASLOptions {
  if (mechanism === 'PLAIN') return { mechanism: 'plain', ...credentials };
  return mechanism === 'SCRAM-SHA-256'
    ? { mechanism: 'scram-sha-256', ...credentials }
    : { mechanism: 'scram-sha-512', ...credentials };
}

/** Configures a Kafka client without connecting, so that a process can start while its brokers are unavailable. */
export function connectKafka({
  brokers,
  clientId,
  log = silentLogger,
  tls,
  sasl,
  socketFactory,
}: KafkaOptions): KafkaClient {
  quietIdleQueues();
  const kafka = new kafkajs.Kafka({
    clientId,
    brokers: brokers.split(',').map((broker) => broker.trim()),
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: RETRY,
    ...(tls === undefined ? {} : { ssl: { ...tls } }),
    ...(sasl === undefined ? {} : { sasl: saslOptions(sasl) }),
    ...(socketFactory === undefined ? {} : { socketFactory }),
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => logTo(log),
  });
  return { kafka, clientId, log };
}

/** Connects a service to Kafka by its settings. See `connectKafka`. */
export const connectKafkaOf = (
  clientId: string,
  config: KafkaSettings & { readonly KAFKA_BROKERS: string },
  { log }: { readonly log: BusLogger },
): KafkaClient => connectKafka({ brokers: config.KAFKA_BROKERS, ...kafkaAccess(config), clientId, log });
