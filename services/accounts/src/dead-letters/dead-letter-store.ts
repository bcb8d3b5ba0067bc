import type { Connection } from 'mongoose';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { DEAD_LETTERS, type StoredLetter } from './dead-letter-collection.ts';

/** Changes of a failed replay. */
export type Failure = Pick<StoredLetter, 'error' | 'message' | 'attempts' | 'lastFailedAt'>;

/** Each write is atomic, and none changes a letter that is in another state than it names. */
export interface DeadLetterStore {
  /** Stores a letter; one that is stored already stays as it is. */
  add(letter: StoredLetter): Promise<void>;
  find(id: string): Promise<StoredLetter | null>;
  /** Letters that wait or are replayed, without their content, the oldest first. */
  listOpen(limit: number): Promise<StoredLetter[]>;
  countOpen(): Promise<number>;
  /** Begins replay `number` of a letter that waits and has had one less. */
  beginReplay(id: string, number: number, sendAt: Date): Promise<boolean>;
  /** Notes when replay `number` is to be sent again, unless it has ended. */
  postpone(id: string, number: number, sendAt: Date): Promise<void>;
  /** Ends replay `number` with a failure: the letter waits again. */
  failReplay(id: string, number: number, failure: Failure): Promise<void>;
  /** Ends replay `number`: the group has applied the letter. */
  settleReplay(id: string, number: number, at: Date): Promise<void>;
  /** Drops a letter that waits. */
  drop(id: string, at: Date): Promise<boolean>;
  /** Letters whose replay is to be sent now. */
  findToSend(now: Date, limit: number): Promise<StoredLetter[]>;
  /** Removes the letters of one key of a topic. */
  removeByKey(topic: string, key: string): Promise<void>;
  /** Removes decided letters, and undecided ones that failed long ago. */
  removeBefore(settledBefore: Date, failedBefore: Date): Promise<void>;
}

const OPEN = ['waiting', 'replaying'] as const;
const WITHOUT_CONTENT = { content: 0 } as const;

/** Fields of a letter from its decision on. */
const settled = (at: Date) => ({ content: null, key: null, settledAt: at });

export function mongoDeadLetters(connection: Connection): DeadLetterStore {
  const letters = modelOf(connection, DEAD_LETTERS);
  return {
    async add({ _id, ...letter }) {
      await letters.updateOne({ _id }, { $setOnInsert: letter }, { upsert: true });
    },
    find: (id) => letters.findOne({ _id: id }),
    async listOpen(limit) {
      const found = await letters
        .find({ state: { $in: [...OPEN] } }, WITHOUT_CONTENT)
        .sort({ firstFailedAt: 1, _id: 1 })
        .limit(limit);
      return found.map((letter) => ({ ...letter, content: null }));
    },
    countOpen: () => letters.countDocuments({ state: { $in: [...OPEN] } }),
    async beginReplay(id, number, sendAt) {
      const { matchedCount } = await letters.updateOne(
        { _id: id, state: 'waiting', replays: number - 1 },
        { $set: { state: 'replaying', replays: number, sendAt } },
      );
      return matchedCount === 1;
    },
    async postpone(id, number, sendAt) {
      await letters.updateOne({ _id: id, state: 'replaying', replays: number }, { $set: { sendAt } });
    },
    async failReplay(id, number, { attempts, ...failure }) {
      await letters.updateOne(
        { _id: id, state: 'replaying', replays: number },
        { $set: { state: 'waiting', ...failure }, $inc: { attempts }, $unset: { sendAt: '' } },
      );
    },
    async settleReplay(id, number, at) {
      await letters.updateOne(
        { _id: id, state: 'replaying', replays: number },
        { $set: { state: 'applied', ...settled(at) }, $unset: { sendAt: '' } },
      );
    },
    async drop(id, at) {
      const { matchedCount } = await letters.updateOne(
        { _id: id, state: 'waiting' },
        { $set: { state: 'dropped', ...settled(at) } },
      );
      return matchedCount === 1;
    },
    findToSend: (now, limit) => letters.find({ sendAt: { $lte: now } }).limit(limit),
    async removeByKey(topic, key) {
      await letters.deleteMany({ topic, key });
    },
    async removeBefore(settledBefore, failedBefore) {
      await letters.deleteMany({ settledAt: { $lt: settledBefore } });
      await letters.deleteMany({ lastFailedAt: { $lt: failedBefore } });
    },
  };
}

/** Creates an in-memory implementation for tests. */
export function inMemoryDeadLetters(): DeadLetterStore {
  const stored = new Map<string, StoredLetter>();
  const isOpen = ({ state }: StoredLetter): boolean => state === 'waiting' || state === 'replaying';

  /** Changes a letter of this state and, where it is given, with so many replays. */
  function change(
    id: string,
    { state, replays }: Pick<Partial<StoredLetter>, 'state' | 'replays'>,
    toChanged: (letter: StoredLetter) => StoredLetter,
  ): boolean {
    const letter = stored.get(id);
    if (letter === undefined || letter.state !== state) return false;
    if (replays !== undefined && letter.replays !== replays) return false;
    stored.set(id, toChanged(letter));
    return true;
  }
  const withoutTime = ({ sendAt: _sendAt, ...letter }: StoredLetter): StoredLetter => letter;

  return {
    async add(letter) {
      if (!stored.has(letter._id)) stored.set(letter._id, letter);
    },
    find: async (id) => stored.get(id) ?? null,
    listOpen: async (limit) =>
      [...stored.values()]
        .filter(isOpen)
        .slice(0, limit)
        .map((letter) => ({ ...letter, content: null })),
    countOpen: async () => [...stored.values()].filter(isOpen).length,
    beginReplay: async (id, number, sendAt) =>
      change(id, { state: 'waiting', replays: number - 1 }, (letter) => ({
        ...letter,
        state: 'replaying',
        replays: number,
        sendAt,
      })),
    async postpone(id, number, sendAt) {
      change(id, { state: 'replaying', replays: number }, (letter) => ({ ...letter, sendAt }));
    },
    async failReplay(id, number, failure) {
      change(id, { state: 'replaying', replays: number }, (letter) => ({
        ...withoutTime(letter),
        ...failure,
        attempts: letter.attempts + failure.attempts,
        state: 'waiting',
      }));
    },
    async settleReplay(id, number, at) {
      change(id, { state: 'replaying', replays: number }, (letter) => ({
        ...withoutTime(letter),
        ...settled(at),
        state: 'applied',
      }));
    },
    drop: async (id, at) =>
      change(id, { state: 'waiting' }, (letter) => ({ ...letter, ...settled(at), state: 'dropped' })),
    findToSend: async (now, limit) =>
      [...stored.values()].filter(({ sendAt }) => sendAt !== undefined && sendAt <= now).slice(0, limit),
    async removeByKey(topic, key) {
      for (const letter of stored.values())
        if (letter.topic === topic && letter.key === key) stored.delete(letter._id);
    },
    async removeBefore(settledBefore, failedBefore) {
      for (const { _id, settledAt, lastFailedAt } of stored.values())
        if ((settledAt !== undefined && settledAt < settledBefore) || lastFailedAt < failedBefore)
          stored.delete(_id);
    },
  };
}
