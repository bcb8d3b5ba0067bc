import type { Connection, mongo } from 'mongoose';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf, UNORDERED, type StoredDocument } from '@vidhi/service-kit/stored-collection.ts';
import { AUDIT_ENTRIES, AUDIT_HEAD } from './audit-collection.ts';
import { EMPTY_HEAD, type AuditRecord } from './audit-record.ts';
import type { AuditFilter, AuditRepository } from './audit-repository.ts';

type RecordDocument = StoredDocument<typeof AUDIT_ENTRIES>;

const toDocument = ({ eventId, ...record }: AuditRecord): RecordDocument => ({ _id: eventId, ...record });
const toRecord = ({ _id, ...record }: RecordDocument): AuditRecord => ({ eventId: _id, ...record });

function toQuery({
  actorId,
  action,
  service,
  type,
  id,
  from,
  until,
}: AuditFilter): mongo.Filter<RecordDocument> {
  const at = {
    ...(from === undefined ? {} : { $gte: from.toISOString() }),
    ...(until === undefined ? {} : { $lt: until.toISOString() }),
  };
  return {
    ...(actorId === undefined ? {} : { 'actor.id': actorId }),
    ...(action === undefined ? {} : { action }),
    ...(service === undefined ? {} : { service }),
    ...(type === undefined ? {} : { type }),
    ...(id === undefined ? {} : { id }),
    ...(Object.keys(at).length === 0 ? {} : { at }),
  };
}

export function mongoAuditRepository(connection: Connection): AuditRepository {
  const records = modelOf(connection, AUDIT_ENTRIES);
  const heads = modelOf(connection, AUDIT_HEAD);
  async function insertOne(record: AuditRecord): Promise<void> {
    try {
      await records.insertOne(toDocument(record));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  return {
    async head() {
      const found = await heads.findOne({ _id: 'head' });
      if (found === null) return EMPTY_HEAD;
      const { seq, hash, record } = found;
      return {
        seq,
        hash,
        records: found.records ?? ((record ?? null) === null ? [] : [record as AuditRecord]),
      };
    },
    async advance(next) {
      const last = next.at(-1);
      if (last === undefined) return false;
      const head = { seq: last.seq, hash: last.hash, records: next };
      const before = last.seq - next.length;
      if (before > 0) {
        const update = { $set: head, $unset: { record: '' as const } };
        const { matchedCount } = await heads.updateOne({ _id: 'head', seq: before }, update);
        return matchedCount === 1;
      }
      try {
        await heads.insertOne({ _id: 'head', ...head });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async insert(next) {
      const upserts = next.map(toDocument).map(({ _id, ...$setOnInsert }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert }, upsert: true },
      }));
      try {
        await records.bulkWrite(upserts, UNORDERED);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Another process stored the same records at the same time.
        for (const record of next) await insertOne(record);
      }
    },
    async known(eventIds) {
      const found = await records.find({ _id: { $in: [...eventIds] } }, { _id: 1 });
      return found.map(({ _id }) => _id);
    },
    count: (filter) => records.countDocuments(toQuery(filter)).exec(),
    async list(filter, { skip, limit }) {
      const found = await records.find(toQuery(filter)).sort({ seq: -1 }).skip(skip).limit(limit);
      return found.map(toRecord);
    },
    async after(filter, seq, limit) {
      const query = { $and: [toQuery(filter), { seq: { $gt: seq } }] } as mongo.Filter<RecordDocument>;
      return (await records.find(query).sort({ seq: 1 }).limit(limit)).map(toRecord);
    },
    async removeBefore(time) {
      const newest = await heads.findOne({ _id: 'head' }, { seq: 1 });
      const old = { receivedAt: { $lt: time.toISOString() }, seq: { $lt: newest?.seq ?? 0 } };
      await records.deleteMany(old);
    },
  };
}
