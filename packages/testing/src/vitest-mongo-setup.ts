import { afterAll, afterEach } from 'vitest';
import { processWatch } from './process-watch.ts';

// Setup file of the integration tests: fails a test that sends MongoDB a command outside the subset, and restores the
// environment, as the next file runs in the same process.

const environment = { ...process.env };

afterEach(() => processWatch.expectOnlySubset());
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  processWatch.expectOnlySubset();
});
