import { describe, expect, it } from 'vitest';
import { findSubsetViolations } from './mongo-subset-check.ts';

type Command = Record<string, unknown>;

const find = (filter: unknown, rest: Command = {}): Command => ({ find: 'posts', filter, ...rest });
const update = (u: unknown, rest: Command = {}): Command => ({
  update: 'posts',
  updates: [{ q: { _id: 1 }, u, ...rest }],
});
const modify = (change: unknown, rest: Command = {}): Command => ({
  findAndModify: 'posts',
  query: { _id: 1 },
  update: change,
  ...rest,
});
const aggregate = (...pipeline: unknown[]): Command => ({ aggregate: 'posts', pipeline, cursor: {} });
const index = (options: Command): Command => ({
  createIndexes: 'posts',
  indexes: [{ name: 'a', key: { a: 1 }, ...options }],
});

const check = (command: Command): string[] => findSubsetViolations(Object.keys(command)[0] ?? '', command);

describe('findSubsetViolations', () => {
  it.each<[string, Command, string]>([
    [
      'a transaction',
      { insert: 'posts', documents: [], startTransaction: true, txnNumber: 1 },
      'startTransaction of insert',
    ],
    ['a later step of a transaction', find({}, { autocommit: false }), 'autocommit of find'],
    ['a commit', { commitTransaction: 1 }, 'the command commitTransaction'],
    ['a rollback', { abortTransaction: 1 }, 'the command abortTransaction'],
    ['a change stream', aggregate({ $changeStream: {} }), 'the stage $changeStream'],
    ['a pipeline update', update([{ $set: { a: 1 } }]), 'a pipeline update'],
    ['a pipeline in findAndModify', modify([{ $set: { a: 1 } }]), 'a pipeline update'],
    ['collation of a find', find({}, { collation: { locale: 'en' } }), 'collation of find'],
    [
      'collation of an update',
      update({ $set: { a: 1 } }, { collation: { locale: 'en' } }),
      'collation of an update',
    ],
    [
      'collation of a delete',
      { delete: 'posts', deletes: [{ q: {}, limit: 1, collation: {} }] },
      'collation of a delete',
    ],
    ['collation of an index', index({ collation: { locale: 'en' } }), 'collation of an index'],
    ['a text index', index({ key: { title: 'text' } }), 'an index of the kind text on title'],
    ['a geographical index', index({ key: { place: '2dsphere' } }), 'an index of the kind 2dsphere on place'],
    [
      'a text index in a map',
      index({ key: new Map([['title', 'text']]) }),
      'an index of the kind text on title',
    ],
    ['a partial index', index({ partialFilterExpression: { a: 1 } }), 'partialFilterExpression of an index'],
    ['an index that expires', index({ expireAfterSeconds: 60 }), 'expireAfterSeconds of an index'],
    ['a text search', find({ $text: { $search: 'law' } }), '$text in a filter'],
    ['a script', find({ $where: 'true' }), '$where in a filter'],
    ['a script deep in a filter', find({ $and: [{ $or: [{ $where: 'true' }] }] }), '$where in a filter'],
    ['an unknown operator', find({ a: { $mod: [2, 0] } }), '$mod in a filter'],
    ['an unknown operator under $not', find({ a: { $not: { $mod: [2, 0] } } }), '$mod in a filter'],
    [
      'an unknown operator under $elemMatch',
      find({ a: { $elemMatch: { b: { $mod: [2, 0] } } } }),
      '$mod in a filter',
    ],
    [
      'conditions on elements in $all',
      find({ a: { $all: [{ $elemMatch: { b: 1 } }] } }),
      '$elemMatch in $all',
    ],
    ['an unknown operator in $all', find({ a: { $all: [{ $mod: [2, 0] }] } }), '$mod in $all'],
    ['an operator in $in', find({ a: { $in: [{ $gt: 1 }] } }), '$gt in $in'],
    ['an operator in $nin', find({ a: { $not: { $nin: [{ $exists: true }] } } }), '$exists in $nin'],
    ['an operator in a comparison', find({ a: { $eq: { $gt: 1 } } }), '$gt in $eq'],
    [
      'an unknown operator in the filter of an update',
      { update: 'p', updates: [{ q: { a: { $near: 1 } }, u: {} }] },
      '$near in a filter',
    ],
    [
      'an unknown operator in an array filter',
      update({ $set: {} }, { arrayFilters: [{ a: { $mod: [2, 0] } }] }),
      '$mod in a filter',
    ],
    [
      'an unknown expression',
      find({ $expr: { $gt: [{ $strLenCP: '$a' }, 1] } }),
      '$strLenCP in an expression',
    ],
    ['an unknown variable', find({ $expr: { $eq: ['$$ROOT', 1] } }), 'the variable $$ROOT'],
    ['an unknown update operator', update({ $bit: { a: { or: 1 } } }), '$bit in an update'],
    ['every element at once', update({ $set: { 'a.$[].b': 1 } }), '$[] in an update'],
    ['a place in a push', update({ $push: { a: { $each: [1], $position: 0 } } }), '$position in a push'],
    ['an order in a push', modify({ $push: { a: { $each: [1], $sort: 1 } } }), '$sort in a push'],
    [
      'a computed projection',
      find({}, { projection: { a: { $concat: ['$b'] } } }),
      '$concat in a projection',
    ],
    ['a renaming projection', find({}, { projection: { a: '$b' } }), 'an expression in a projection'],
    ['a positional projection', find({}, { projection: { 'a.$': 1 } }), 'a positional projection'],
    [
      'a sort by score',
      find({}, { sort: { a: { $meta: 'textScore' } } }),
      'a sort by a that is neither 1 nor -1',
    ],
    ['a window', aggregate({ $setWindowFields: {} }), 'the stage $setWindowFields'],
    ['an output', aggregate({ $match: {} }, { $out: 'copy' }), 'the stage $out'],
    ['a stage in a facet', aggregate({ $facet: { a: [{ $bucket: {} }] } }), 'the stage $bucket'],
    [
      'a pipeline in a look-up',
      aggregate({ $lookup: { from: 'a', pipeline: [], as: 'b' } }),
      'pipeline of $lookup',
    ],
    [
      'an unknown accumulator',
      aggregate({ $group: { _id: '$a', b: { $stdDevPop: '$c' } } }),
      '$stdDevPop in a group',
    ],
    [
      'an accumulator in an expression',
      find({ $expr: { $eq: [{ $push: '$a' }, 1] } }),
      '$push in an expression',
    ],
    [
      'a choice in $elemMatch',
      find({ a: { $elemMatch: { $or: [{ b: 1 }, { c: 1 }] } } }),
      '$or in $elemMatch',
    ],
    ['an expression in $elemMatch', find({ a: { $elemMatch: { $expr: {} } } }), '$expr in $elemMatch'],
    ['several conditions in $pull', update({ $pull: { a: { $and: [{ b: 1 }] } } }), '$and in $pull'],
    [
      'no condition deep in $pull',
      update({ $pull: { a: { $or: [{ $nor: [{ b: 1 }] }] } } }),
      '$nor in $pull',
    ],
    [
      'a choice in an array filter',
      modify({}, { arrayFilters: [{ $or: [{ 'e.b': 1 }] }] }),
      '$or in an array filter',
    ],
    ['a slice in $addToSet', update({ $addToSet: { a: { $each: [1], $slice: 2 } } }), '$slice in $addToSet'],
    ['an explanation', { explain: { find: 'posts' } }, 'the command explain'],
    ['a login', { saslStart: 1 }, 'the command saslStart'],
    ['a hint', find({}, { hint: { a: 1 } }), 'hint of find'],
    ['a tailing cursor', find({}, { tailable: true }), 'tailable of find'],
    ['variables', find({}, { let: { a: 1 } }), 'let of find'],
  ])('reports %s', (_name, command, violation) => {
    expect(check(command)).toContain(violation);
  });

  it('reports all violations', () => {
    expect(check(find({ $where: '1', a: { $mod: [1, 1] } }, { hint: 'a' }))).toEqual([
      'hint of find',
      '$where in a filter',
      '$mod in a filter',
    ]);
  });

  it('does not inspect BSON values and stored documents', () => {
    class Id {
      $oid = 'x';
    }
    expect(check(find({ a: new Date(), b: new Id(), c: /x/i, d: null, e: { street: { no: 1 } } }))).toEqual(
      [],
    );
    expect(check({ insert: 'posts', documents: [{ a: { $where: 1 } }] })).toEqual([]);
    expect(check(update({ title: 'whole document' }))).toEqual([]);
  });
});
