import type { Connection } from 'mongoose';
import { modelOf, required, storedCollection } from './stored-collection.ts';

/** The last id of each collection. */
export const COUNTERS = storedCollection('counters', { _id: required(String), value: required(Number) });

const countersOf = (connection: Connection) => modelOf(connection, COUNTERS);

/** Increments and returns the id counter of a collection, atomically. Ids are unique and never reused. */
export async function nextId(connection: Connection, name: string): Promise<number> {
  const counter = await countersOf(connection).findOneAndUpdate(
    { _id: name },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: 'after' },
  );
  if (counter === null) throw new Error(`the counter ${name} returned no document`);
  return counter.value;
}

/** Raises the counter to at least `used`, so that `nextId` returns none of the ids that an import has used. */
export async function reserveIds(connection: Connection, name: string, used: number): Promise<void> {
  await countersOf(connection).updateOne({ _id: name }, { $max: { value: used } }, { upsert: true });
}

/** Returns the last id returned by `nextId` or reserved; 0 if there is none. */
export async function lastId(connection: Connection, name: string): Promise<number> {
  const counter = await countersOf(connection).findOne({ _id: name });
  return counter?.value ?? 0;
}
