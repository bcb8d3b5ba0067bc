// Random reads and writes of a collection with indexes.
import { BSON, Double, Long, ObjectId, type Collection } from 'mongodb';

const { EJSON } = BSON;

export interface Doc {
  _id: number;
  [field: string]: unknown;
}
type Filter = Record<string, unknown>;
type Random = () => number;
/** A read or write, with its description for failures. */
export interface Step {
  title: string;
  run: (docs: Collection<Doc>) => Promise<unknown>;
}

const IDS = 60;

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const PLAIN = [
  0,
  -0,
  1,
  2,
  2.5,
  new Double(1),
  Long.fromNumber(2),
  2 ** 40,
  'a',
  'b',
  '',
  'ä',
  true,
  false,
  new Date(1_000),
  new Date(2_000),
  new Date('2999-01-01'),
  new ObjectId('656000000000000000000001'),
  null,
];
const OTHERS = [
  2 ** 40 + 0.5,
  Long.fromString('9007199254740993'),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  [],
  [1, 'a'],
  [null],
  [[1]],
  [2, 2.5],
  { x: 1 },
  {},
  [{ x: 1 }],
  /a/,
];

const value = (random: Random, isWild: boolean): unknown =>
  pick<unknown>(random, isWild && random() < 0.3 ? OTHERS : PLAIN);

const FIELDS = ['a', 'b', 'c', 's', 'only'];

function fields(random: Random, isWild: boolean): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const field of FIELDS) if (random() < 0.6) made[field] = value(random, isWild);
  if (random() < 0.5) made['l'] = isWild ? lines(random) : { x: value(random, false) };
  return made;
}

const lines = (random: Random): unknown =>
  Array.from({ length: Math.floor(random() * 4) }, () =>
    pick(random, [{ x: value(random, true), y: 1 }, { y: 2 }, 7, [{ x: 1 }]]),
  );

export const INDEXES: [Record<string, 1 | -1>, { unique?: boolean; sparse?: boolean }?][] = [
  [{ a: 1 }],
  [{ b: -1 }, { sparse: true }],
  [{ a: 1, c: 1 }],
  [{ c: 1, b: 1 }, { sparse: true }],
  [{ 'l.x': 1 }],
  [{ s: 1 }, { sparse: true }],
  [{ u: 1 }, { unique: true, sparse: true }],
  [
    { u: 1, a: 1 },
    { unique: true, sparse: true },
  ],
];

const INDEXED = ['a', 'b', 'c', 's', 'u', 'l.x', '_id'];

function condition(random: Random): unknown {
  const bound = () => value(random, random() < 0.2);
  return pick(random, [
    bound,
    bound,
    () => ({ $eq: bound() }),
    () => ({ $in: [bound(), bound(), bound()] }),
    () => ({ $in: [] }),
    () => ({ $gt: bound() }),
    () => ({ $gte: bound(), $lt: bound() }),
    () => ({ $lte: bound() }),
    () => ({ $exists: random() < 0.7 }),
    () => ({ $exists: true, $lt: bound() }),
    () => ({ $ne: bound() }),
    () => ({ $gt: bound(), $ne: bound() }),
    () => ({ $not: { $gt: bound() } }),
    () => ({ $type: 'number' }),
    () => [1, 'a'],
    () => ({ x: 1 }),
    () => /a/,
  ])();
}

function filter(random: Random, depth = 0): Filter {
  const made: Filter = {};
  const count = Math.floor(random() * 3);
  for (let at = 0; at <= count; at += 1) {
    const field = pick(random, INDEXED);
    made[field] = field === '_id' || field === 'u' ? idCondition(random) : condition(random);
  }
  if (depth < 1 && random() < 0.25) made['$or'] = [filter(random, 1), filter(random, 1)];
  if (depth < 1 && random() < 0.2) made['$and'] = [filter(random, 1), { a: condition(random) }];
  if (depth < 1 && random() < 0.2)
    made['$expr'] = {
      $and: [{ $lte: [`$${pick(random, ['a', 'b', 's'])}`, '$$NOW'] }, { $lt: ['$c', '$$NOW'] }],
    };
  return made;
}

function idCondition(random: Random): unknown {
  const id = () => Math.floor(random() * IDS);
  return pick(random, [
    id,
    id,
    () => new Double(id()),
    () => ({ $in: [id(), id(), id()] }),
    () => ({ $gt: id() }),
    () => ({ $gte: id(), $lt: id() }),
    () => null,
    () => ({ $in: [id(), null] }),
  ])();
}

const SORTS = [
  { a: 1 },
  { b: -1 },
  { s: 1 },
  { s: -1 },
  { _id: 1 },
  { _id: -1 },
  { 'l.x': 1 },
  { c: 1, b: -1 },
  { c: -1 },
] as const;

function step(random: Random, parts: object, runs: Step['run'][]): Step {
  const run = pick(random, runs);
  return { title: `${EJSON.stringify(parts)} ${String(run)}`, run };
}

export function write(random: Random, isWild: boolean): Step {
  const id = Math.floor(random() * IDS);
  const some = filter(random) as object;
  const u = random() < 0.3 ? { u: Math.floor(random() * 20) } : {};
  const set: Record<string, unknown> = { ...fields(random, isWild), ...u };
  const unset = { [pick(random, ['a', 'b', 's', 'u'])]: '' as const };
  const push = { l: { x: 3 } } as never;
  return step(random, { id, some, set, unset }, [
    (docs) => docs.insertOne({ _id: id, ...set }),
    (docs) => docs.insertOne({ _id: id, ...set }),
    (docs) => docs.updateOne({ _id: id }, { $set: set }, { upsert: true }),
    (docs) => docs.updateOne({ ...some, _id: id }, { $set: { n: 1, ...set } }),
    (docs) => docs.updateMany(some, { $set: { a: set['a'], b: set['b'] }, $inc: { n: 1 } } as object),
    (docs) => docs.updateMany(some, { $unset: unset } as object),
    (docs) => docs.replaceOne({ _id: id }, set),
    (docs) =>
      docs.findOneAndUpdate({ ...some, _id: id }, { $set: { n: 2, ...set } }, { returnDocument: 'after' }),
    (docs) => docs.findOneAndUpdate(some, { $set: { c: 1 } }, { sort: { s: 1, _id: 1 } }),
    (docs) => docs.deleteOne({ _id: id }),
    (docs) => docs.deleteMany({ $and: [some, { _id: { $lt: 4 } }] } as object),
    (docs) =>
      docs.bulkWrite(
        [
          { insertOne: { document: { _id: id, ...set } } },
          { updateOne: { filter: { _id: id }, update: { $push: push } } },
          { deleteOne: { filter: { _id: (id + 1) % IDS } } },
        ],
        { ordered: false },
      ),
  ]);
}

export function read(random: Random): Step {
  const by = filter(random) as object;
  const sort = pick(random, SORTS);
  const limit = 1 + Math.floor(random() * 8);
  const skip = random() < 0.3 ? 2 : 0;
  return step(random, { by, sort, skip, limit }, [
    (docs) => docs.find(by).toArray(),
    (docs) => docs.find(by).limit(limit).toArray(),
    (docs) => docs.find(by).sort(sort).toArray(),
    (docs) => docs.find(by).sort(sort).skip(skip).limit(limit).toArray(),
    (docs) => docs.find({}).sort(sort).skip(skip).limit(limit).toArray(),
    (docs) => docs.countDocuments(by),
    (docs) => docs.aggregate([{ $match: by }, { $group: { _id: '$a', n: { $sum: 1 } } }]).toArray(),
    (docs) => docs.distinct('b', by),
  ]);
}
