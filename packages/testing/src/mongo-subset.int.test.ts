import { createConnection, type Connection, type mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from './engines.ts';
import { processWatch } from './process-watch.ts';
import { MONGO_SUBSET } from './mongo-subset.ts';
import { watchMongo, type MongoWatch } from './watch-mongo.ts';

interface Doc {
  _id: number;
  title?: string;
  name?: string;
  views?: number;
  fresh?: number;
  tags?: string[];
  at?: Date;
  slug?: string | null;
  place?: { city: string };
  marks?: { by: string; n: number }[];
}

type Changes = { [Field in keyof Doc]?: Doc[Field] | undefined };

const DOCS: Doc[] = [
  {
    _id: 1,
    title: 'Ärger im Büro',
    views: 5,
    tags: ['tax', 'gst'],
    at: new Date(1_000),
    marks: [{ by: 'a', n: 1 }],
  },
  {
    _id: 2,
    title: 'budget',
    views: 9,
    tags: ['tax'],
    at: new Date(2_000),
    marks: [{ by: 'b', n: 7 }],
    slug: 'b',
  },
  { _id: 3, title: 'Court', views: 5, tags: [], at: new Date('2999-01-01'), slug: null },
];

const database = freshDatabase('subset');
let connection: Connection;
let posts: mongo.Collection<Doc>;
let watch: MongoWatch;
/** Commands and operators that the cases below have used. */
const used = new Set<string>();

function recordOperators(value: unknown): void {
  if (typeof value === 'string' && value.startsWith('$$')) used.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (key.startsWith('$')) used.add(key);
    recordOperators(part);
  }
}

beforeAll(async () => {
  connection = await createConnection(database.url, { monitorCommands: true }).asPromise();
  watch = watchMongo(connection);
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    used.add(commandName);
    recordOperators(command);
  });
  posts = connection.collection<Doc>('posts');
});
afterAll(async () => {
  await database.drop();
  await connection.close();
});

const fill = async (): Promise<void> => {
  await posts.deleteMany({});
  await posts.insertMany(structuredClone(DOCS));
};

describe('the subset, which this engine implements as MongoDB documents it', () => {
  it.each<[mongo.Filter<Doc>, number[]]>([
    [{ views: 5 }, [1, 3]],
    [{ views: { $eq: 9 } }, [2]],
    [{ views: { $ne: 5 } }, [2]],
    [{ views: { $gt: 5 } }, [2]],
    [{ views: { $gte: 5, $lt: 9 } }, [1, 3]],
    [{ views: { $lte: 5 } }, [1, 3]],
    [{ _id: { $in: [1, 2, 99] } }, [1, 2]],
    [{ tags: { $nin: ['gst'] } }, [2, 3]],
    [{ views: { $not: { $gt: 5 } } }, [1, 3]],
    [{ slug: { $exists: true } }, [2, 3]],
    [{ slug: { $exists: false } }, [1]],
    [{ slug: null }, [1, 3]],
    [{ slug: { $type: 'string' } }, [2]],
    [{ tags: 'tax' }, [1, 2]],
    [{ tags: { $all: ['gst', 'tax'] } }, [1]],
    [{ tags: { $size: 0 } }, [3]],
    [{ marks: { $elemMatch: { by: 'b', n: { $gt: 5 } } } }, [2]],
    [{ marks: { $elemMatch: { by: { $ne: 'c' }, $nor: [{ n: { $lte: 5 } }] } } }, [2]],
    [{ 'marks.by': 'a' }, [1]],
    [{ title: /^ärger/iu }, [1]],
    [{ title: { $regex: 'CO', $options: 'i' } }, [3]],
    [{ $and: [{ views: 5 }, { tags: 'gst' }] }, [1]],
    [{ $or: [{ _id: 3 }, { views: 9 }] }, [2, 3]],
    [{ $nor: [{ _id: 3 }, { views: 9 }] }, [1]],
    [{ at: { $lt: new Date(1_500) } }, [1]],
    [{ $expr: { $lte: ['$at', '$$NOW'] } }, [1, 2]],
    [{ $expr: { $and: [{ $gt: ['$views', 1] }, { $lt: ['$views', 9] }] } }, [1, 3]],
    [{ $expr: { $or: [{ $eq: ['$_id', 1] }, { $gte: ['$views', 9] }] } }, [1, 2]],
    [{ $expr: { $not: [{ $ne: ['$_id', 2] }] } }, [2]],
    [{ $expr: { $eq: [{ $ifNull: ['$slug', 'none'] }, 'none'] } }, [1, 3]],
    [{ $expr: { $eq: [{ $add: ['$views', 1] }, 10] } }, [2]],
    [{ $expr: { $gt: [{ $subtract: ['$$NOW', 1] }, '$at'] } }, [1, 2]],
  ])('%j', async (filter, ids) => {
    await fill();
    const found = await posts.find(filter).sort({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(ids);
  });

  it.each<[string, mongo.UpdateFilter<Doc>, Changes, mongo.UpdateOptions?]>([
    ['$set', { $set: { title: 'new', 'place.city': 'Pune' } }, { title: 'new', place: { city: 'Pune' } }],
    ['$unset', { $unset: { title: '' } }, { title: undefined }],
    ['$inc', { $inc: { views: 2, fresh: 1 } }, { views: 7, fresh: 1 }],
    ['$mul', { $mul: { views: 3 } }, { views: 15 }],
    ['$min', { $min: { views: 3 } }, { views: 3 }],
    ['$max', { $max: { views: 3 } }, { views: 5 }],
    ['$rename', { $rename: { title: 'name' } }, { name: 'Ärger im Büro', title: undefined }],
    ['$push', { $push: { tags: 'new' } }, { tags: ['tax', 'gst', 'new'] }],
    ['$each and $slice', { $push: { tags: { $each: ['a', 'b'], $slice: -3 } } }, { tags: ['gst', 'a', 'b'] }],
    ['$pull', { $pull: { tags: 'tax' } }, { tags: ['gst'] }],
    [
      '$pull by one of several filters',
      { $pull: { marks: { $or: [{ n: { $lte: 1 } }, { n: 9 }] } } },
      { marks: [] },
    ],
    ['$pull by a filter', { $pull: { marks: { n: { $lte: 1 } } } }, { marks: [] }],
    ['$addToSet', { $addToSet: { tags: { $each: ['gst', 'new'] } } }, { tags: ['tax', 'gst', 'new'] }],
    ['$currentDate', { $currentDate: { at: true } }, { at: expect.any(Date) }],
    ['$setOnInsert', { $setOnInsert: { title: 'x' } }, { title: 'Ärger im Büro' }],
    [
      'an array filter',
      { $set: { 'marks.$[m].n': 8 } },
      { marks: [{ by: 'a', n: 8 }] },
      { arrayFilters: [{ 'm.by': 'a' }] },
    ],
  ])('%s', async (_name, change, expected, options = {}) => {
    await fill();
    await posts.updateOne({ _id: 1 }, change, options);
    const changed = await posts.findOne({ _id: 1 });
    // A removed field is undefined.
    expect(changed).toEqual({ ...DOCS[0], ...expected });
  });

  it('has positional updates, upserts, replacements, and findAndModify', async () => {
    await fill();
    await posts.updateOne({ _id: 2, 'marks.by': 'b' }, { $set: { 'marks.$.n': 0 } });
    expect((await posts.findOne({ _id: 2 }))?.marks).toEqual([{ by: 'b', n: 0 }]);
    await posts.updateOne(
      { _id: 4 },
      { $setOnInsert: { title: 'up' }, $inc: { views: 1 } },
      { upsert: true },
    );
    expect(await posts.findOne({ _id: 4 })).toEqual({ _id: 4, title: 'up', views: 1 });
    await posts.replaceOne({ _id: 4 }, { title: 'whole' });
    expect(await posts.findOne({ _id: 4 })).toEqual({ _id: 4, title: 'whole' });
    const after = await posts.findOneAndUpdate(
      { views: { $gte: 5 } },
      { $inc: { views: 1 } },
      { sort: { views: -1, _id: 1 }, projection: { views: 1 }, returnDocument: 'after' },
    );
    expect(after).toEqual({ _id: 2, views: 10 });
    expect(await posts.findOneAndDelete({ _id: 4 })).toEqual({ _id: 4, title: 'whole' });
  });

  it('has projections, pages and cursors in batches', async () => {
    await fill();
    const page = posts.find({}, { projection: { title: 1, tags: { $slice: 1 } } });
    expect(await page.sort({ views: 1, _id: -1 }).skip(1).limit(1).toArray()).toEqual([
      { _id: 1, title: 'Ärger im Büro', tags: ['tax'] },
    ]);
    expect(await posts.findOne({ _id: 3 }, { projection: { _id: 0, title: 1 } })).toEqual({ title: 'Court' });
    const cursor = posts.find({}).batchSize(1);
    const seen: number[] = [];
    for await (const { _id } of cursor) seen.push(_id);
    expect(seen.toSorted()).toEqual([1, 2, 3]);
    const left = posts.find({}).batchSize(1);
    await left.next();
    await left.close();
    expect(await posts.distinct('tags')).toEqual(expect.arrayContaining(['gst', 'tax']));
    expect(await posts.countDocuments({ views: 5 }, { skip: 1, limit: 5 })).toBe(1);
    expect(await posts.estimatedDocumentCount()).toBe(3);
  });

  it('has aggregations', async () => {
    await fill();
    const groups = await posts
      .aggregate([
        { $match: { _id: { $in: [1, 2, 3] } } },
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: '$views',
            count: { $sum: 1 },
            least: { $min: '$_id' },
            most: { $max: '$_id' },
            mean: { $avg: '$_id' },
            first: { $first: '$title' },
            last: { $last: '$title' },
            all: { $push: '$_id' },
            set: { $addToSet: '$views' },
          },
        },
        { $sort: { _id: 1 } },
        { $limit: 1 },
      ])
      .toArray();
    expect(groups).toEqual([
      {
        _id: 5,
        count: 2,
        least: 1,
        most: 3,
        mean: 2,
        first: 'Ärger im Büro',
        last: 'Court',
        all: [1, 3],
        set: [5],
      },
    ]);
    const tags = posts.aggregate([
      { $unwind: '$tags' },
      { $sort: { _id: 1 } },
      { $skip: 2 },
      { $project: { tags: 1 } },
    ]);
    expect(await tags.toArray()).toEqual([{ _id: 2, tags: 'tax' }]);
    const lookup = { $lookup: { from: 'posts', localField: 'views', foreignField: 'views', as: 'same' } };
    const [joined] = await posts.aggregate<{ same: Doc[] }>([{ $match: { _id: 2 } }, lookup]).toArray();
    expect(joined?.same).toHaveLength(1);
    const facet = { $facet: { some: [{ $match: { views: 5 } }, { $count: 'n' }], all: [{ $count: 'n' }] } };
    expect(await posts.aggregate([facet]).toArray()).toEqual([{ some: [{ n: 2 }], all: [{ n: 3 }] }]);
  });

  it('has unique and sparse indexes', async () => {
    const keys = connection.collection<Doc & { a?: number; b?: number }>('keys');
    await keys.createIndex({ slug: 1 }, { unique: true, sparse: true, name: 'slug' });
    await keys.createIndex({ a: 1, b: 1 }, { unique: true, name: 'pair' });
    await keys.insertMany([
      { _id: 1, slug: 'x', a: 1, b: 1 },
      { _id: 2, a: 1, b: 2 },
      { _id: 3, a: 1, b: 3 },
    ]);
    await expect(keys.insertOne({ _id: 4, slug: 'x', a: 9 })).rejects.toMatchObject({ code: 11_000 });
    await expect(keys.insertOne({ _id: 5, a: 1, b: 3 })).rejects.toMatchObject({ code: 11_000 });
    await expect(keys.insertOne({ _id: 1, a: 7 })).rejects.toMatchObject({ code: 11_000 });
    expect((await keys.listIndexes().toArray()).map(({ name }) => String(name)).toSorted()).toEqual([
      '_id_',
      'pair',
      'slug',
    ]);
    await keys.dropIndex('slug');
    await keys.insertOne({ _id: 6, slug: 'x', a: 9 });
    expect((await connection.listCollections()).map(({ name }) => name)).toContain('keys');
    await keys.drop();
  });

  it('is not exceeded by these tests, which have a case for each operator', async () => {
    await connection.db?.command({ ping: 1 });
    await connection.db?.createCollection('made');
    expect(watch.violations()).toEqual([]);
    const { logical, query, update, modifiers, stages, expressions, accumulators, variables, projection } =
      MONGO_SUBSET;
    const places = [...Object.values(logical), ...Object.values(modifiers)];
    const words = [query, update, ...places, stages, expressions, accumulators, variables, projection].flat();
    expect(words.filter((word) => !used.has(word))).toEqual([]);
  });
});

describe('the watch', () => {
  it('fails a test that has sent a command outside the subset', async () => {
    const outside = await createConnection(database.url, { monitorCommands: true }).asPromise();
    const own = watchMongo(outside);
    await outside
      .collection<Doc>('posts')
      .find({ views: { $mod: [2, 0] } })
      .toArray();
    expect(() => own.expectOnlySubset()).toThrow('outside the supported subset: $mod in a filter (on posts)');
    expect(() => own.expectOnlySubset()).not.toThrow();
    processWatch.clear();
    await outside.close();
  });

  it('rejects a client that emits no command events', async () => {
    const silent = await createConnection(database.url).asPromise();
    silent.getClient().options.monitorCommands = false;
    expect(() => watchMongo(silent)).toThrow('emits no command events');
    await silent.close();
  });
});
