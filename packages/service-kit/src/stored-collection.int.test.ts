import type { Connection } from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '@vidhi/testing/engines.ts';
import { connectMongo } from './mongo.ts';
import {
  UNORDERED,
  compareIndexes,
  createIndexes,
  modelOf,
  nullable,
  oneOf,
  optional,
  optionalOneOf,
  part,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
  type StoredDocument,
  type StoredModel,
} from './stored-collection.ts';

const PARCELS = storedCollection(
  'parcels',
  {
    _id: required(String),
    number: optional(Number),
    note: required(String),
    reason: requiredOrNull(String),
    state: oneOf(['PACKED', 'SENT']),
    carrier: optionalOneOf(['POST', 'OWN']),
    sentAt: nullable(Date),
    address: optional(part({ city: required(String), type: required(String) })),
    lines: required([part({ id: required(Number), title: nullable(String) })]),
    tags: optional([String]),
    change: optional(valueOf<{ kind: 'sent' } | { kind: 'lost'; by: string }>()),
  },
  [{ fields: { number: 1 }, unique: true, sparse: true }, { fields: { state: 1, sentAt: -1 } }],
);
type Parcel = StoredDocument<typeof PARCELS>;

const database = freshDatabase('stored-collection');
let connection: Connection;
let parcels: StoredModel<Parcel>;
beforeAll(async () => {
  connection = await connectMongo(database.url);
  parcels = modelOf(connection, PARCELS);
});
afterEach(async () => {
  await parcels.deleteMany({});
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const PARCEL: Parcel = { _id: 'p1', note: '', reason: null, state: 'PACKED', lines: [] };
const stored = (): Promise<unknown> =>
  connection.collection<{ _id: string }>('parcels').findOne({ _id: 'p1' });
/** Messages of mongoose. */
const REJECTED = /validation failed|not in schema|Cast to/;
/** A document as code without types would write it. */
const untyped = (fields: object): Parcel => ({ ...PARCEL, ...fields });

describe('a model', () => {
  it.each<Parcel>([
    PARCEL,
    {
      ...PARCEL,
      number: 3,
      reason: 'x',
      carrier: 'OWN',
      sentAt: null,
      address: { city: '', type: 'office' },
      lines: [{ id: 1 }, { id: 2, title: null }],
      tags: [],
      change: { kind: 'lost', by: 'POST' },
    },
  ])('stores a document as it is, with nothing added or removed: %j', async (parcel) => {
    await parcels.insertOne(parcel);
    expect(await stored()).toEqual(parcel);
    const found = await parcels.findOne({ _id: 'p1' });
    expect(found).toEqual(parcel);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });

  it('adds nothing to an upserted document', async () => {
    await parcels.updateOne({ _id: 'p1' }, { $set: { note: 'n' } }, { upsert: true });
    expect(await stored()).toEqual({ _id: 'p1', note: 'n' });
    await parcels.deleteMany({});
    const update = { $inc: { number: 1 } };
    await parcels.findOneAndUpdate({ _id: 'p1' }, update, { upsert: true, returnDocument: 'after' });
    expect(await stored()).toEqual({ _id: 'p1', number: 1 });
  });

  it.each([
    ['without a required field', { note: undefined }],
    ['without a field that may be null', { reason: undefined }],
    ['with null in a required field', { note: null }],
    ['with null in an optional field', { number: null }],
    ['with an unknown field', { noted: '' }],
    ['with an unknown field in a part', { address: { city: '', type: '', street: '' } }],
    ['with an unknown field in a part of a list', { lines: [{ id: 1, name: '' }] }],
    ['with a part that lacks a field', { lines: [{ title: '' }] }],
    ['with a value outside its list', { state: 'LOST' }],
    ['with an optional value outside its list', { carrier: 'DRONE' }],
    ['with a value of another type', { number: 'three' }],
  ])('rejects a document %s', async (_name, fields) => {
    await expect(parcels.insertOne(untyped(fields))).rejects.toThrow(REJECTED);
    await expect(parcels.insertMany([untyped(fields)])).rejects.toThrow(REJECTED);
    expect(await stored()).toBeNull();
  });

  it.each([
    { $set: { noted: '' } },
    { $unset: { noted: '' } },
    { $inc: { 'lines.0.weight': 1 } },
    { $set: { 'lines.$[line].name': '' } },
    { $push: { lines: { id: 1, name: '' } } },
    { $set: { address: { city: '', type: '', street: '' } } },
    { $set: { number: 'three' } },
  ] as object[])('rejects the update %j', async (update) => {
    await parcels.insertOne(PARCEL);
    await expect(parcels.updateOne({ _id: 'p1' }, update).exec()).rejects.toThrow(REJECTED);
    const operation = { updateOne: { filter: { _id: 'p1' }, update } };
    await expect(parcels.bulkWrite([operation], UNORDERED)).rejects.toThrow(REJECTED);
    expect(await stored()).toEqual(PARCEL);
  });

  const FULL: Parcel = {
    ...PARCEL,
    carrier: 'OWN',
    address: { city: 'Kochi', type: 'office' },
    lines: [{ id: 1, title: 'A' }],
  };
  it.each([
    [{ $set: { state: 'LOST' } }, 'state is none of PACKED, SENT'],
    [{ $set: { carrier: 'DRONE' } }, 'carrier is none of POST, OWN'],
    [{ $set: { note: null } }, 'note is null'],
    [{ $set: { address: { city: null, type: 'home' } } }, 'address.city is null'],
    [{ $set: { lines: [{ id: null }] } }, 'lines.id is null'],
    [{ $set: { 'lines.0': { id: null } } }, 'lines.id is null'],
    [{ $set: { 'lines.0.id': null } }, 'lines.id is null'],
    [{ $setOnInsert: { address: { city: 'Kochi' } } }, 'address.type is missing'],
    [{ $push: { lines: { title: 'B' } } }, 'lines.id is missing'],
    [{ $push: { lines: { $each: [{ id: 2 }, { title: 'B' }] } } }, 'lines.id is missing'],
  ] as [object, string][])('rejects the update %j: %s', async (update, message) => {
    await parcels.insertOne(FULL);
    const filter = { _id: 'p1' };
    await expect(parcels.updateOne(filter, update).exec()).rejects.toThrow(message);
    await expect(parcels.updateMany(filter, update).exec()).rejects.toThrow(message);
    const after = { returnDocument: 'after' } as const;
    await expect(parcels.findOneAndUpdate(filter, update, after).exec()).rejects.toThrow(message);
    for (const kind of ['updateOne', 'updateMany'] as const) {
      const operation = { [kind]: { filter, update } } as unknown as {
        updateOne: { filter: object; update: object };
      };
      await expect(parcels.bulkWrite([operation], UNORDERED)).rejects.toThrow(message);
    }
    expect(await stored()).toEqual(FULL);
  });

  it.each([
    [{ $set: { state: 'SENT', reason: null, sentAt: null } }, { state: 'SENT', sentAt: null }],
    [{ $unset: { carrier: '' } }, { carrier: undefined }],
    [{ $set: { address: { city: '', type: 'home' } } }, { address: { city: '', type: 'home' } }],
    [{ $set: { 'lines.0.title': null } }, { lines: [{ id: 1, title: null }] }],
    [{ $push: { lines: { id: 2 } } }, { lines: [{ id: 1, title: 'A' }, { id: 2 }] }],
    [{ $pull: { lines: { id: 1 } } }, { lines: [] }],
  ] as [object, object][])('makes the update %j', async (update, changed) => {
    await parcels.insertOne(FULL);
    const filter = { _id: 'p1' };
    await parcels.updateOne(filter, update);
    expect(await parcels.findOne(filter)).toEqual({ ...FULL, ...changed });
  });

  it('rejects a filter of an unknown field, which would match every document', async () => {
    const filter = { noted: 'x' } as object;
    await expect(parcels.deleteMany(filter).exec()).rejects.toThrow('noted');
    await expect(parcels.find(filter).exec()).rejects.toThrow('noted');
  });

  it('rejects commands while the database is away', async () => {
    const closed = await connectMongo(database.url);
    const model = modelOf(closed, PARCELS);
    await closed.close();
    await expect(model.findOne({}).exec()).rejects.toThrow(/connect/i);
  });
});

describe('indexes', () => {
  it('are created as declared, also a second time', async () => {
    const compare = () => compareIndexes(connection, [PARCELS]);
    const missing = ['parcels by number', 'parcels by state, sentAt'];
    expect(await compare()).toEqual({ missing, undeclared: [] });
    for (let n = 0; n < 2; n += 1) await createIndexes(connection, [PARCELS]);
    expect(await compare()).toEqual({ missing: [], undeclared: [] });
    await connection.collection('parcels').createIndex({ note: 1 });
    expect(await compare()).toEqual({ missing: [], undeclared: ['parcels by note_1'] });
    await connection.collection('parcels').dropIndexes();
  });

  it('replace one of an older release that has other options', async () => {
    const stored = connection.collection('parcels');
    await stored.createIndex({ number: 1 });
    await createIndexes(connection, [PARCELS]);
    const indexes = await stored.listIndexes().toArray();
    expect(indexes.find(({ name }) => name === 'number_1')).toMatchObject({ unique: true });
    expect(await compareIndexes(connection, [PARCELS])).toEqual({ missing: [], undeclared: [] });
    await stored.dropIndexes();
  });

  it.each([
    ['another order of fields', { sentAt: -1, state: 1 }, {}, 'sentAt_-1_state_1'],
    ['another direction', { state: 1, sentAt: 1 }, {}, 'state_1_sentAt_1'],
    ['another option', { state: 1, sentAt: -1 }, { sparse: true }, 'state_1_sentAt_-1'],
  ])('are not replaced by one with %s', async (_what, fields, options, name) => {
    const stored = connection.collection('parcels');
    await stored.createIndex(fields, options);
    expect(await compareIndexes(connection, [PARCELS])).toEqual({
      missing: ['parcels by number', 'parcels by state, sentAt'],
      undeclared: [`parcels by ${name}`],
    });
    await stored.dropIndexes();
  });

  it('rejects when documents violate one', async () => {
    await parcels.insertMany([
      { ...PARCEL, _id: 'p1', number: 1 },
      { ...PARCEL, _id: 'p2', number: 1 },
    ]);
    await expect(createIndexes(connection, [PARCELS])).rejects.toMatchObject({ code: 11_000 });
  });
});
