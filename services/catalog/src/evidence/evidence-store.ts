import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { MAX_EVIDENCE } from '@vidhi/contracts/profile-evidence.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { OUTBOX_SETTLED, outboxOf, WITHOUT_OUTBOX, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { EVIDENCE, type EvidenceDocument } from './evidence-collection.ts';

/** A stored file that proves what its owner says. */
export interface Evidence {
  id: string;
  profileId: number;
  /** Account that added it. */
  ownerId: number;
  address: string;
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
  at: Date;
}

/** Records of the evidence of profiles; the files are in a store of their own. */
export interface EvidenceStore {
  /**
   * Announces a file, before it is stored. Resolves with false if its account has `MAX_EVIDENCE` in the profile already,
   * those that are being stored included.
   */
  begin(evidence: Evidence): Promise<boolean>;
  /** Makes a file visible, and records who stored it. */
  complete(id: string, actor: Actor): Promise<void>;
  /** The stored files of a profile, oldest first. */
  list(profileId: number): Promise<Evidence[]>;
  /** The number of stored files by profile; profiles without files are absent. */
  counts(): Promise<ReadonlyMap<number, number>>;
  /** Records the access to a file, and resolves with it; null if the profile does not have it. */
  read(profileId: number, id: string, actor: Actor): Promise<Evidence | null>;
  /** Marks a file as removed, and deletes its metadata. Resolves with its address; null if the profile does not have it. */
  remove(profileId: number, id: string, actor: Actor): Promise<string | null>;
  /** Files to delete: removed ones, and those that began to be stored before this time and are incomplete. */
  leftovers(before: Date): Promise<{ id: string; address: string }[]>;
  /** Records that an incomplete file is deleted, or about to be. */
  settle(id: string): Promise<void>;
  /** Deletes the records of files that were removed before this time and whose audit entries are acknowledged. */
  removeBefore(before: Date): Promise<void>;
}

const toEvidence = (document: EvidenceDocument): Evidence => ({
  id: document._id,
  profileId: document.profileId,
  ownerId: document.ownerId,
  address: document.address,
  name: document.name ?? '',
  mime: document.mime ?? '',
  bytes: document.bytes ?? 0,
  sha256: document.sha256 ?? '',
  at: document.at,
});

/** The places of an account in a profile. */
const placesOf = ({ profileId, ownerId }: Pick<Evidence, 'profileId' | 'ownerId'>): string[] =>
  Array.from({ length: MAX_EVIDENCE }, (_, index) => `${profileId}/${ownerId}/${index + 1}`);

/** Unset when a file is removed. */
const OF_FILE = { place: '', name: '', mime: '', bytes: '', sha256: '' } as const;

interface MongoEvidenceOptions {
  auditTopic: TopicLayout;
  /** Has the events of a document published. */
  publish: (id: string) => void;
  now?: () => Date;
}

export function mongoEvidenceStore(
  connection: Connection,
  { auditTopic, publish, now = () => new Date() }: MongoEvidenceOptions,
): EvidenceStore {
  const evidence = modelOf(connection, EVIDENCE);
  const audited = (id: string, profileId: number, action: string, actor: Actor, rev: string, at: Date) =>
    createAuditEntry(auditTopic, {
      service: 'catalog',
      type: 'lawyer',
      id: profileId,
      rev: `evidence-${id}-${rev}`,
      at,
      actor,
      action,
      label: null,
      changes: [],
    });
  type Update = mongo.UpdateFilter<EvidenceDocument>;

  const read: EvidenceStore['read'] = async (profileId, id, actor) => {
    const found = await evidence.findOne({ _id: id, profileId, state: 'stored' }, WITHOUT_OUTBOX);
    if (found === null) return null;
    // Each reading has a number of its own: one of two at the same time tries again.
    const entry = audited(id, profileId, 'evidence_read', actor, `read-${found.readings + 1}`, now());
    const { matchedCount } = await evidence.updateOne(
      { _id: id, state: 'stored', readings: found.readings },
      withEntries<EvidenceDocument>({ $inc: { readings: 1 } } as Update, [entry]),
    );
    if (matchedCount === 0) return read(profileId, id, actor);
    publish(id);
    return toEvidence(found);
  };

  return {
    async begin({ id, ...rest }) {
      for (const place of placesOf(rest))
        try {
          const begun = { _id: id, ...rest, place, state: 'storing', readings: 0 } as const;
          await evidence.insertOne({ ...begun, ...outboxOf([]) });
          return true;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
      return false;
    },
    async complete(id, actor) {
      const found = await evidence.findOne({ _id: id }, { profileId: 1 });
      if (found === null) throw new Error(`there is no evidence ${id}`);
      const entry = audited(id, found.profileId, 'evidence_added', actor, 'added', now());
      await evidence.updateOne(
        { _id: id, state: 'storing' },
        withEntries<EvidenceDocument>({ $set: { state: 'stored' } } as Update, [entry]),
      );
      publish(id);
    },
    async list(profileId) {
      const found = await evidence.find({ profileId, state: 'stored' }, WITHOUT_OUTBOX).sort({ at: 1 });
      return found.map(toEvidence);
    },
    async counts() {
      const found = await evidence.find({ state: 'stored' }, { profileId: 1 });
      const counts = new Map<number, number>();
      for (const { profileId } of found) counts.set(profileId, (counts.get(profileId) ?? 0) + 1);
      return counts;
    },
    read,
    async remove(profileId, id, actor) {
      const found = await evidence.findOne({ _id: id, profileId, state: 'stored' }, { address: 1 });
      if (found === null) return null;
      const at = now();
      const { matchedCount } = await evidence.updateOne(
        { _id: id, profileId, state: 'stored' },
        withEntries<EvidenceDocument>(
          {
            $set: { state: 'removed', at },
            $unset: OF_FILE,
          } as Update,
          [audited(id, profileId, 'evidence_removed', actor, 'removed', at)],
        ),
      );
      if (matchedCount === 0) return null;
      publish(id);
      return found.address;
    },
    async leftovers(before) {
      const found = await evidence.find(
        { $or: [{ state: 'removed' }, { state: 'storing', at: { $lt: before } }] },
        { address: 1 },
      );
      return found.map(({ _id: id, address }) => ({ id, address }));
    },
    async settle(id) {
      await evidence.updateOne({ _id: id, state: 'storing' }, {
        $set: { state: 'removed' },
        $unset: OF_FILE,
      } as Update);
    },
    async removeBefore(before) {
      await evidence.deleteMany({ state: 'removed', at: { $lt: before }, ...OUTBOX_SETTLED });
    },
  };
}

/** Creates an in-memory implementation for tests; appends each audit entry to `audit` as a text. */
export function inMemoryEvidenceStore(audit: string[] = []): EvidenceStore {
  const all = new Map<string, Evidence & { state: 'storing' | 'stored' | 'removed' }>();
  const find = (profileId: number, id: string) => {
    const found = all.get(id);
    if (found?.state !== 'stored' || found.profileId !== profileId) return null;
    const { state: _state, ...one } = found;
    return one;
  };
  const note = (action: string, { id: by }: Actor, { profileId, id }: Evidence): void =>
    void audit.push(`${by} ${action} ${profileId}/${id}`);
  return {
    async begin(one) {
      const present = [...all.values()].filter(
        ({ profileId, ownerId, state }) =>
          profileId === one.profileId && ownerId === one.ownerId && state !== 'removed',
      );
      if (present.length >= MAX_EVIDENCE) return false;
      all.set(one.id, { ...one, state: 'storing' });
      return true;
    },
    async complete(id, actor) {
      const found = all.get(id);
      if (found === undefined) throw new Error(`there is no evidence ${id}`);
      all.set(id, { ...found, state: 'stored' });
      note('evidence_added', actor, found);
    },
    list: async (profileId) => [...all.keys()].flatMap((id) => find(profileId, id) ?? []),
    counts: async () =>
      new Map(
        [...Map.groupBy([...all.values()], ({ profileId }) => profileId)].flatMap(([profileId, of]) => {
          const { length } = of.filter(({ state }) => state === 'stored');
          return length === 0 ? [] : [[profileId, length] as const];
        }),
      ),
    async read(profileId, id, actor) {
      const found = find(profileId, id);
      if (found !== null) note('evidence_read', actor, found);
      return found;
    },
    async remove(profileId, id, actor) {
      const found = find(profileId, id);
      if (found === null) return null;
      all.set(id, { ...found, state: 'removed', at: new Date() });
      note('evidence_removed', actor, found);
      return found.address;
    },
    leftovers: async (before) =>
      [...all.values()].filter(
        ({ state, at }) => state === 'removed' || (state === 'storing' && at.getTime() < before.getTime()),
      ),
    async settle(id) {
      const found = all.get(id);
      if (found?.state === 'storing') all.set(id, { ...found, state: 'removed' });
    },
    async removeBefore(before) {
      for (const [id, { state, at }] of all)
        if (state === 'removed' && at.getTime() < before.getTime()) all.delete(id);
    },
  };
}
