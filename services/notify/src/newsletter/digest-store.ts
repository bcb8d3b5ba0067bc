import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError } from '@vidhi/contracts/errors.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { WITHOUT_OUTBOX, outboxOf, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { DIGESTS, type StoredDigest } from './digest-collection.ts';
import { lastTime, nextTime, timeOf } from './digest-times.ts';

export type DigestRule = Pick<StoredDigest, 'isOn' | 'every' | 'weekday' | 'minute' | 'title'>;
export type ReadDigest = DigestRule & Pick<StoredDigest, 'rev' | 'since' | 'nextAt'>;
/** A digest that is to be made. */
export type DueDigest = Pick<StoredDigest, 'every' | 'title'> & { since: Date; due: Date };

export interface DigestStore {
  /** The rule; one that is off where nobody has set one. */
  read(): Promise<ReadDigest>;
  /**
   * Changes the rule that was read; rejects with 409 for one that has changed since. One that is turned on begins with what
   * is published from then on.
   */
  change(read: ReadDigest, rule: DigestRule, actor: Actor): Promise<ReadDigest>;
  /** Resolves with the digest that is due, with the same one until it is settled; null before its time. */
  findDue(): Promise<DueDigest | null>;
  /** Records that a digest was made, or that it has no article. */
  settle(digest: DueDigest): Promise<void>;
}

const ID = 'digest';
/** A digest is made so long after its time: until then a reader of news may not have all that was published before. */
const SETTLED_MS = 60_000;
const OFF: ReadDigest = {
  rev: 0,
  isOn: false,
  every: 'day',
  weekday: 'monday',
  minute: 450,
  title: 'News of the day',
};
const NAMES = {
  isOn: 'is_on',
  every: 'every',
  weekday: 'weekday',
  minute: 'time',
  title: 'title',
} as const satisfies Record<keyof DigestRule, string>;

const TIMES: readonly (keyof DigestRule)[] = ['every', 'weekday', 'minute'];

const conflict = (): WireError =>
  new WireError(409, 'ConflictError', 'The digest has changed meanwhile. Please load it again.');

const wireValue = (rule: DigestRule, name: keyof DigestRule): string | boolean =>
  name === 'minute' ? timeOf(rule.minute) : rule[name];

export function mongoDigestStore(
  connection: Connection,
  topic: TopicLayout,
  publish: (id: string) => void,
  now: () => Date = () => new Date(),
): DigestStore {
  const digests = modelOf(connection, DIGESTS);

  const read: DigestStore['read'] = async () => {
    const stored: ReadDigest | null = await digests.findOne({ _id: ID }, WITHOUT_OUTBOX);
    return stored ?? OFF;
  };

  return {
    read,
    async change(before, rule, actor) {
      const names = (Object.keys(NAMES) as (keyof DigestRule)[]).filter(
        (name) => rule[name] !== before[name],
      );
      if (names.length === 0) return before;
      const at = now();
      const entry = createAuditEntry(topic, {
        service: 'notify',
        type: 'newsletter-digest',
        id: ID,
        rev: before.rev + 1,
        at,
        actor,
        action: 'update',
        label: null,
        changes: names.map((name) => ({
          path: NAMES[name],
          from: wireValue(before, name),
          to: wireValue(rule, name),
        })),
      });
      const { isOn, every, weekday, minute, title } = rule;
      const isTurnedOn = isOn && !before.isOn;
      // Any other change leaves the next time alone: it may have passed already, and its digest not be made yet.
      const isTimed = isTurnedOn || (isOn && names.some((name) => TIMES.includes(name)));
      const update = {
        $set: {
          isOn,
          every,
          weekday,
          minute,
          title,
          ...(isTimed ? { nextAt: nextTime(rule, at) } : {}),
          ...(isTurnedOn ? { since: at } : {}),
        },
        ...(isOn && !isTurnedOn ? {} : { $unset: { due: '', ...(isOn ? {} : { nextAt: '', since: '' }) } }),
      } as mongo.UpdateFilter<StoredDigest>;
      if (before.rev === 0)
        await digests.updateOne(
          { _id: ID },
          { $setOnInsert: { ...OFF, ...outboxOf([]), rev: OFF.rev } } as mongo.UpdateFilter<StoredDigest>,
          { upsert: true },
        );
      const changed = await digests.findOneAndUpdate(
        { _id: ID, rev: before.rev },
        withEntries<StoredDigest>(update, [entry]),
        { returnDocument: 'after', projection: WITHOUT_OUTBOX },
      );
      if (changed === null) throw conflict();
      publish(ID);
      return changed;
    },
    async findDue() {
      const digest = await digests.findOne({ _id: ID, isOn: true }, WITHOUT_OUTBOX);
      if (digest?.since === undefined) return null;
      const { every, title, since, due, nextAt } = digest;
      if (due !== undefined) return { every, title, since, due };
      const at = new Date(now().getTime() - SETTLED_MS);
      if (nextAt === undefined || nextAt > at) return null;
      // After a pause of the site there is one digest of all that was published meanwhile.
      const last = lastTime(digest, at);
      const time = last < nextAt ? nextAt : last;
      const taken = await digests.findOneAndUpdate(
        { _id: ID, isOn: true, nextAt, since, due: { $exists: false } },
        { $set: { due: time } },
        { returnDocument: 'after', projection: WITHOUT_OUTBOX },
      );
      return taken === null ? null : { every, title, since, due: time };
    },
    async settle({ due, since }) {
      const digest = await read();
      await digests.updateOne(
        { _id: ID, isOn: true, due, since, rev: digest.rev },
        { $set: { since: due, nextAt: nextTime(digest, due) }, $unset: { due: '' } },
      );
    },
  };
}
