import type { Connection } from 'mongoose';

interface Counter {
  _id: string;
  value: number;
}

const countersOf = (connection: Connection) => connection.collection<Counter>('counters');

/** The next id of a collection: one atomic step, so no two callers get the same, and none comes back. */
export async function nextId(connection: Connection, name: string): Promise<number> {
  const counter = await countersOf(connection).findOneAndUpdate(
    { _id: name },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  if (counter === null) throw new Error(`the counter ${name} answered nothing`);
  return counter.value;
}

/** Makes sure that ids up to `used` are never given out again, as after an import. */
export async function reserveIds(connection: Connection, name: string, used: number): Promise<void> {
  await countersOf(connection).updateOne({ _id: name }, { $max: { value: used } }, { upsert: true });
}

/** The last id given out or reserved; 0 when there was none. */
export async function lastUsed(connection: Connection, name: string): Promise<number> {
  const counter = await countersOf(connection).findOne({ _id: name });
  return counter?.value ?? 0;
}
