import { afterAll, afterEach } from 'vitest';
import { watchAllMongoClients } from './watch-mongo.ts';

/** Setup file of the integration tests: fails a test that sends MongoDB a command outside the subset. */
export const processWatch = watchAllMongoClients();
afterEach(() => processWatch.expectOnlySubset());
afterAll(() => processWatch.expectOnlySubset());
