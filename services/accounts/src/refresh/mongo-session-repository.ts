import type { Connection } from 'mongoose';
import type { RefreshSession } from './refresh-session.ts';
import type { SessionRepository } from './session-repository.ts';

interface SessionDocument extends Omit<RefreshSession, 'id'> {
  _id: string;
}

const COLLECTION = 'sessions';

export async function createSessionIndexes(connection: Connection): Promise<void> {
  const sessions = connection.collection(COLLECTION);
  await sessions.createIndex({ expiresAt: 1 });
  await sessions.createIndex({ userId: 1, rotatedAt: -1 });
}

export function mongoSessionRepository(connection: Connection): SessionRepository {
  const sessions = connection.collection<SessionDocument>(COLLECTION);
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
      const oldest = sessions
        .find({ userId }, { projection: { _id: 1 } })
        .sort({ rotatedAt: -1 })
        .skip(keep);
      const ids = await oldest.map(({ _id }) => _id).toArray();
      if (ids.length > 0) await sessions.deleteMany({ _id: { $in: ids } });
    },
    async listOf(userId) {
      const found = await sessions.find({ userId }).sort({ rotatedAt: -1 }).toArray();
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
