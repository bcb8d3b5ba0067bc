import { afterAll, afterEach } from 'vitest';
import { watchEveryMongo } from './watch-mongo.ts';

/** Setup file of the integration tests: a test whose code sends Mongo something outside the subset fails. */
export const everyMongo = watchEveryMongo();
afterEach(() => everyMongo.expectInside());
afterAll(() => everyMongo.expectInside());
