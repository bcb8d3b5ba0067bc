import { createRequire } from 'node:module';
import kafkajs, { type ISocketFactory, type Kafka, type LogEntry } from 'kafkajs';

/** What the bus writes its warnings to; a pino logger is one. */
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
  /** How connections are opened; tests cut them. */
  socketFactory?: ISocketFactory;
}

/** Bounds of one call to the broker; loops above it decide whether to go on. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 2_000, retries: 4 } as const;

/** The part of the client's inside that is mended here. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  scheduleCheckPendingRequests(): void;
}

let patched = false;

/**
 * The client re-arms a timer with a negative delay for ever, at 3 % of a core for each connection.
 * A queue with nothing pending and no throttle ahead has nothing to check.
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

/** The client reports every lost connection as an error; whoever uses it decides what is one. */
const logTo =
  (log: BusLogger) =>
  ({ level, namespace, log: { message, groupId, broker, error, topic } }: LogEntry): void => {
    const details = { namespace, groupId, broker, topic, error };
    if (level <= kafkajs.logLevel.WARN) log.warn(details, message);
    else log.debug(details, message);
  };

/** Names the cluster; connects to nothing yet, so that a process starts while its broker is away. */
export function connectKafka({
  brokers,
  clientId,
  log = silentLogger,
  socketFactory,
}: KafkaOptions): KafkaClient {
  quietIdleQueues();
  const kafka = new kafkajs.Kafka({
    clientId,
    brokers: brokers.split(',').map((broker) => broker.trim()),
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: RETRY,
    ...(socketFactory === undefined ? {} : { socketFactory }),
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => logTo(log),
  });
  return { kafka, clientId, log };
}
