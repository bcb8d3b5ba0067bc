import { randomUUID } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { applicationError, notFound } from '@vidhi/contracts/errors.ts';
import { toRetryRecord, type LetterRecord } from '@vidhi/messaging/dead-letter.ts';
import type { Producer } from '@vidhi/messaging/producer.ts';
import type { RecordFact } from '../audit/audit-log.ts';
import type { StoredLetter } from './dead-letter-collection.ts';
import type { DeadLetterStore } from './dead-letter-store.ts';

export interface DeadLettersOptions {
  store: DeadLetterStore;
  producer: Pick<Producer, 'send'>;
  recordFact: RecordFact;
  onFailure: (error: unknown) => void;
  now?: () => Date;
}

export interface DeadLetters {
  /** Takes a record of a dead-letter topic, as often as it arrives. */
  receive(record: LetterRecord): Promise<void>;
  list(limit: number): Promise<{ letters: StoredLetter[]; total: number }>;
  /** Returns a letter with its content, and records who read it. */
  read(id: string, actor: Actor): Promise<StoredLetter>;
  /**
   * Sends those of these letters that wait to the groups that could not apply them. Resolves with their number; one that
   * is on its way or decided stays as it is.
   */
  replay(ids: readonly string[], actor: Actor): Promise<number>;
  /** Gives a letter up. */
  drop(id: string, reason: string, actor: Actor): Promise<void>;
  /** Sends what a dead process or an unavailable broker left unsent, and again what has had no outcome for long. */
  sweep(): Promise<void>;
  removeOld(): Promise<void>;
}

/** A replay without outcome is sent again after this time: handlers ignore duplicates. */
const REPEAT_MS = 3_600_000;
const SWEPT = 100;
const DAY_MS = 86_400_000;
const SETTLED_RETENTION_MS = 30 * DAY_MS;
const RETENTION_MS = 90 * DAY_MS;

/** Returns the type of the event that a record has; null where it is no event. */
function eventTypeOf(content: string | null): string | null {
  try {
    const { type } = JSON.parse(content ?? '') as { type?: unknown };
    return typeof type === 'string' ? type.slice(0, 100) : null;
  } catch {
    return null;
  }
}

const tooLate = (state: StoredLetter['state']): Error =>
  applicationError(
    state === 'applied'
      ? 'This event has been applied meanwhile.'
      : 'This event is on its way to its service. Wait for the outcome.',
  );

type FailedLetter = Extract<LetterRecord, { kind: 'failed' }>;

function toLetter(record: FailedLetter): StoredLetter {
  const { letterId, origin, key, value, errorName, reason, attempts, firstAt, lastAt } = record;
  const content = value === null ? null : value.toString('utf8');
  return {
    _id: letterId,
    group: origin.groupId,
    topic: origin.topic,
    partition: origin.partition,
    offset: origin.offset,
    key,
    content,
    event: eventTypeOf(content),
    error: errorName,
    message: reason,
    attempts,
    firstFailedAt: firstAt,
    lastFailedAt: lastAt,
    state: 'waiting',
    replays: 0,
  };
}

/** The dead letters of all services, and what staff does with them. */
export function createDeadLetters(options: DeadLettersOptions): DeadLetters {
  const { store, producer, recordFact, onFailure, now = () => new Date() } = options;

  /** @param act names it among the acts on the letter: an act that is repeated is in the log once */
  const record = (letter: StoredLetter, action: string, act: string, actor: Actor, reason?: string) =>
    recordFact({
      eventId: `audit:accounts:dead-letter:${letter._id}:${action}:${act}`,
      fact: {
        at: now().toISOString(),
        actor,
        action,
        service: 'accounts',
        type: 'dead-letter',
        id: letter._id,
        label: `${letter.group} ${letter.topic} ${letter.partition}/${letter.offset}`,
        changes: [],
        ...(reason === undefined ? {} : { reason }),
      },
    });

  async function findLetter(id: string): Promise<StoredLetter> {
    const letter = await store.find(id);
    if (letter === null) throw notFound();
    return letter;
  }

  /** Never rejects: what could not be sent is sent by a sweep. */
  async function send(letter: StoredLetter, number: number): Promise<void> {
    const { _id: id, group: groupId, topic, partition, offset, key, content } = letter;
    try {
      await producer.send(
        toRetryRecord(
          { topic, groupId, partition, offset },
          { letterId: id, number },
          { key, value: content === null ? null : Buffer.from(content, 'utf8') },
        ),
      );
      await store.postpone(id, number, new Date(now().getTime() + REPEAT_MS));
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    async receive(received) {
      const { letterId, replay } = received;
      if (received.kind === 'applied') return store.settleReplay(letterId, replay, now());
      const letter = toLetter(received);
      if (replay === 0) return store.add(letter);
      const { error, message, attempts, lastFailedAt } = letter;
      await store.failReplay(letterId, replay, { error, message, attempts, lastFailedAt });
    },

    async list(limit) {
      const [letters, total] = await Promise.all([store.listOpen(limit), store.countOpen()]);
      return { letters, total };
    },

    async read(id, actor) {
      const letter = await findLetter(id);
      await record(letter, 'view', randomUUID(), actor);
      return letter;
    },

    async replay(ids, actor) {
      let replayed = 0;
      for (const id of new Set(ids)) {
        const letter = await store.find(id);
        if (letter?.state !== 'waiting') continue;
        const number = letter.replays + 1;
        await record(letter, 'replay', String(number), actor);
        if (!(await store.beginReplay(id, number, now()))) continue;
        replayed += 1;
        await send(letter, number);
      }
      return replayed;
    },

    async drop(id, reason, actor) {
      const letter = await findLetter(id);
      if (letter.state === 'dropped') return;
      if (letter.state !== 'waiting') throw tooLate(letter.state);
      await record(letter, 'drop', String(letter.replays), actor, reason);
      if (await store.drop(id, now())) return;
      const { state } = await findLetter(id);
      if (state !== 'dropped') throw tooLate(state);
    },

    async sweep() {
      for (const letter of await store.findToSend(now(), SWEPT)) await send(letter, letter.replays);
    },

    async removeOld() {
      const at = now().getTime();
      await store.removeBefore(new Date(at - SETTLED_RETENTION_MS), new Date(at - RETENTION_MS));
    },
  };
}
