import { mongo } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.ts';

const { MongoNetworkError, MongoServerError, MongoNotConnectedError, MongoRuntimeError } = mongo;

describe('an error of the database driver', () => {
  it.each([
    ['a broken connection', new MongoNetworkError('reset'), true],
    ['no connection', new MongoNotConnectedError('closed'), true],
    ['a broken connection during bulkWrite', new MongoServerError(new MongoNetworkError('reset')), true],
    ['a primary that has stepped down', new MongoServerError({ message: 'x', code: 189 }), true],
    ['a server whose disk is full', new MongoServerError({ message: 'x', code: 14_031 }), true],
    ['a duplicate key', new MongoServerError({ message: 'x', code: 11_000 }), false],
    ['a failure of the driver', new MongoRuntimeError('x'), false],
    ['another error', new Error('before initial connection is complete'), false],
  ])('is classified: %s', (_what, error, expected) => {
    expect(isDatabaseUnavailable(error)).toBe(expected);
  });
});
