import type { Envelope, EventDeclaration } from '@vidhi/contracts/events.ts';
import { deadLetter } from './dead-letter.ts';
import { judgeFailure } from './failure.ts';
import type { Producer } from './producer.ts';
import { readRecord } from './record.ts';

export interface RecordMeta {
  topic: string;
  partition: number;
  offset: string;
}

/** What a handler did with an event: `rejected` puts it aside. */
export type Outcome = 'applied' | 'duplicate' | 'rejected';
export type Handle = (envelope: Envelope, meta: RecordMeta) => Promise<Outcome>;

/** What became of a record: `later` means that it stays where it is and comes again. */
export type Disposition = Outcome | 'skipped' | 'parked' | 'later';

export interface IncomingRecord extends RecordMeta {
  key: Buffer | null;
  value: Buffer | null;
}

/** Of the record at which a partition stands. */
interface Attempts {
  offset: string;
  count: number;
  firstAt: Date;
}

export interface RecordApplier {
  apply(record: IncomingRecord): Promise<Disposition>;
}

export interface ApplierOptions {
  events: ReadonlyMap<string, EventDeclaration>;
  handle: Handle;
  deadLetters: Pick<Producer, 'send'>;
  now?: () => Date;
  onFailure?: (error: unknown, meta: RecordMeta, next: 'retry' | 'park') => void;
}

/** Applies one record at a time and lets no error out, because one would end the consumer. */
export function createApplier(options: ApplierOptions): RecordApplier {
  const { events, handle, deadLetters, now = () => new Date(), onFailure } = options;
  const failed = new Map<string, Attempts>();

  const attemptsOf = ({ topic, partition, offset }: RecordMeta): Attempts | undefined => {
    const attempts = failed.get(`${topic}/${partition}`);
    return attempts?.offset === offset ? attempts : undefined;
  };

  async function park(record: IncomingRecord, reason: string, errorName: string): Promise<Disposition> {
    const name = `${record.topic}/${record.partition}`;
    const { count, firstAt } = attemptsOf(record) ?? { count: 1, firstAt: now() };
    try {
      await deadLetters.send(
        deadLetter({ ...record, reason, errorName, attempts: count, firstAt, lastAt: now() }),
      );
    } catch (error) {
      onFailure?.(error, record, 'retry');
      return 'later';
    }
    failed.delete(name);
    return 'parked';
  }

  async function attempt(record: IncomingRecord, envelope: Envelope): Promise<Disposition> {
    const name = `${record.topic}/${record.partition}`;
    const { topic, partition, offset } = record;
    try {
      const outcome = await handle(envelope, { topic, partition, offset });
      if (outcome === 'rejected') return await park(record, 'rejected by the handler', 'Rejected');
      failed.delete(name);
      return outcome;
    } catch (error) {
      const before = attemptsOf(record);
      const attempts = { offset, count: (before?.count ?? 0) + 1, firstAt: before?.firstAt ?? now() };
      failed.set(name, attempts);
      const next = judgeFailure(error, attempts.count);
      onFailure?.(error, record, next);
      if (next === 'retry') return 'later';
      const { name: errorName, message } = error instanceof Error ? error : new Error(String(error));
      return park(record, message, errorName);
    }
  }

  return {
    async apply(record) {
      const read = readRecord(record.value, events);
      switch (read.kind) {
        case 'event':
          return attempt(record, read.envelope);
        case 'invalid':
          return park(record, read.reason, 'InvalidRecord');
        case 'unknown':
        case 'empty':
          return 'skipped';
      }
    },
  };
}
