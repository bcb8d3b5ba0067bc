import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import { validTraceparent, withSpan } from '@vidhi/service-kit/tracing/spans.ts';
import { toAppliedReplay, toDeadLetter, type Replay } from './dead-letter.ts';
import { classifyFailure, type FailureAction } from './failure.ts';
import type { Producer } from './producer.ts';
import { parseRecord } from './record.ts';

export interface RecordMeta {
  topic: string;
  partition: number;
  offset: string;
}

/** Result of handling an event. A `rejected` event is sent to the dead-letter topic. */
export type Outcome = 'applied' | 'duplicate' | 'rejected';
export type Handle = (envelope: Envelope, meta: RecordMeta) => Promise<Outcome>;

/**
 * Result of applying a record. `skipped`: no value or an unknown event type. `retry`: the offset must not be committed,
 * and the record is to be applied again.
 */
export type Disposition = Outcome | 'skipped' | 'dead-lettered' | 'retry';

export interface IncomingRecord extends RecordMeta {
  key: Buffer | null;
  value: Buffer | null;
  /** `traceparent` of the publication. */
  traceparent?: string | undefined;
  /** Set for a dead letter that is handled again; place and content are those of its first failure. */
  replay?: Replay | undefined;
}

/** Failed attempts to handle a record. */
interface Attempts {
  count: number;
  firstAt: Date;
}

/** Records of a partition whose failed attempts are remembered; more than are handled at the same time. */
const MAX_FAILED = 200;

export interface RecordApplier {
  apply(record: IncomingRecord): Promise<Disposition>;
}

export interface ApplierOptions {
  /** Consumer group, which dead letters name. */
  groupId: string;
  /** Declarations by event type; records of other types are skipped. */
  events: ReadonlyMap<string, EventDeclaration>;
  handle: Handle;
  /** Producer for the dead-letter topics. */
  deadLetters: Pick<Producer, 'send'>;
  now?: () => Date;
  onFailure?: (error: unknown, meta: RecordMeta, next: FailureAction) => void;
}

/**
 * Creates an applier that parses a record, calls the handler, and sends a record that cannot be applied to the
 * dead-letter topic. `apply` never rejects, because kafkajs stops a consumer whose batch handler throws.
 */
export function createApplier(options: ApplierOptions): RecordApplier {
  const { groupId, events, handle, deadLetters, now = () => new Date(), onFailure } = options;
  /** Failed attempts by offset, by the name of the partition that the record comes from. */
  const failed = new Map<string, Map<string, Attempts>>();

  const failedOf = ({ topic, partition, replay }: IncomingRecord): Map<string, Attempts> => {
    const name = `${replay === undefined ? '' : 'replays of '}${topic}/${partition}`;
    const ofPartition = failed.get(name) ?? new Map<string, Attempts>();
    failed.set(name, ofPartition);
    return ofPartition;
  };
  const attemptsOf = (record: IncomingRecord): Attempts | undefined => failedOf(record).get(record.offset);

  function noteFailure(record: IncomingRecord): number {
    const before = attemptsOf(record);
    const count = (before?.count ?? 0) + 1;
    const ofPartition = failedOf(record);
    ofPartition.set(record.offset, { count, firstAt: before?.firstAt ?? now() });
    // Those that another member of the group has applied meanwhile.
    for (const offset of ofPartition.keys()) {
      if (ofPartition.size <= MAX_FAILED) break;
      ofPartition.delete(offset);
    }
    return count;
  }

  async function sendToDeadLetters(
    record: IncomingRecord,
    reason: string,
    errorName: string,
  ): Promise<Disposition> {
    const { topic, partition, offset } = record;
    const { count, firstAt } = attemptsOf(record) ?? { count: 1, firstAt: now() };
    try {
      await deadLetters.send(
        toDeadLetter({ ...record, groupId, reason, errorName, attempts: count, firstAt, lastAt: now() }),
      );
    } catch (error) {
      onFailure?.(error, { topic, partition, offset }, 'retry');
      return 'retry';
    }
    failedOf(record).delete(offset);
    return 'dead-lettered';
  }

  /** Continues the trace of the request that caused the event; events without one have no span. */
  function handleAsSpan(record: IncomingRecord, envelope: Envelope): Promise<Outcome> {
    const { topic, partition, offset } = record;
    const work = (): Promise<Outcome> => handle(envelope, { topic, partition, offset });
    const parent = validTraceparent(envelope.traceparent);
    if (parent === undefined) return work();
    const link = validTraceparent(record.traceparent);
    const links = link === undefined ? [] : [link];
    return withSpan({ name: `process ${topic}`, kind: 'consumer', parent, links }, work);
  }

  async function handleEvent(record: IncomingRecord, envelope: Envelope): Promise<Disposition> {
    const { topic, partition, offset } = record;
    try {
      const outcome = await handleAsSpan(record, envelope);
      if (outcome === 'rejected')
        return await sendToDeadLetters(record, 'rejected by the handler', 'Rejected');
      failedOf(record).delete(offset);
      return outcome;
    } catch (error) {
      const next = classifyFailure(error, noteFailure(record));
      onFailure?.(error, { topic, partition, offset }, next);
      if (next === 'retry') return 'retry';
      const { name: errorName, message } = error instanceof Error ? error : new Error(String(error));
      return sendToDeadLetters(record, message, errorName);
    }
  }

  async function applyRecord(record: IncomingRecord): Promise<Disposition> {
    const parsed = parseRecord(record.value, events);
    switch (parsed.kind) {
      case 'event':
        return handleEvent(record, parsed.envelope);
      case 'invalid':
        return sendToDeadLetters(record, parsed.reason, 'InvalidRecord');
      case 'unknown':
      case 'empty':
        return 'skipped';
    }
  }

  /** Says that a replay needs nothing more. */
  async function reportApplied(record: IncomingRecord, replay: Replay): Promise<boolean> {
    const { topic, partition, offset } = record;
    try {
      await deadLetters.send(toAppliedReplay(topic, replay));
      return true;
    } catch (error) {
      onFailure?.(error, { topic, partition, offset }, 'retry');
      return false;
    }
  }

  return {
    async apply(record) {
      const disposition = await applyRecord(record);
      const { replay } = record;
      if (replay === undefined || disposition === 'retry' || disposition === 'dead-lettered')
        return disposition;
      return (await reportApplied(record, replay)) ? disposition : 'retry';
    },
  };
}
