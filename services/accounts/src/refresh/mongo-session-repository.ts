import type { Connection } from 'mongoose';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { SESSIONS } from './session-collection.ts';
import type { SessionRepository } from './session-repository.ts';

export function mongoSessionRepository(connection: Connection): SessionRepository {
  const sessions = modelOf(connection, SESSIONS);
  return {
    async insert({ id, ...session }) {
      await sessions.insertOne({ _id: id, ...session });
    },
    async find(id) {
      const found = await sessions.findOne({ _id: id });
      if (found === null) return null;
      const { _id, ...session } = found;
      return { id: _id, ...session };
    },
    async rotate(id, from, { current, at, expiresAt }) {
      const { matchedCount } = await sessions.updateOne(
        { _id: id, current: from },
        { $set: { current, previous: from, rotatedAt: at, expiresAt } },
      );
      return matchedCount === 1;
    },
    async remove(id) {
      await sessions.deleteOne({ _id: id });
    },
    async removeOldest(userId, keep) {
      const oldest = await sessions.find({ userId }, { _id: 1 }).sort({ rotatedAt: -1 }).skip(keep);
      const ids = oldest.map(({ _id }) => _id);
      if (ids.length > 0) await sessions.deleteMany({ _id: { $in: ids } });
    },
    async listOf(userId) {
      const found = await sessions.find({ userId }).sort({ rotatedAt: -1 });
      return found.map(({ _id, ...session }) => ({ id: _id, ...session }));
    },
    async removeExpired(now) {
      await sessions.deleteMany({ expiresAt: { $lte: now } });
    },
    async removeAll() {
      await sessions.deleteMany({});
    },
  };
}
