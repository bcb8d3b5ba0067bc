import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { forgedToken, type Caller } from '../contract/openapi/callers.ts';
import { sendRequests } from '../contract/openapi/send-requests.ts';
import { profilesWith, oneSecret } from '../../services/catalog/src/gated-probes-builder.ts';
import { STARTING_MS, startSite, type RunningSite } from './running-site.ts';

// The short form of `npm run contract:openapi`, over what the gateway, catalog and news describe.

const REQUESTS = 300;
const SEED = 20_261_124;
/** An overloaded machine may respond 503 with Retry-After, but not for a minute. */
const REPEATS = 60;

let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
  const { file: _file, ...documents } = profilesWith(oneSecret);
  for (const [type, items] of Object.entries(documents)) await site.put(type, items);
}, STARTING_MS);

afterAll(async () => {
  await site?.close();
});

it('answers every role and every invalid token by the schema of the operation and status', async () => {
  onTestFailed(() => void process.stderr.write(site.output()));
  const claims = { userId: 90_001, role: ROLE.administrator };
  const callers: [Caller, ...Caller[]] = [
    { name: 'anonymous', token: null },
    { name: 'expired', token: await site.accessToken(claims, { expiresInSeconds: -60 }) },
    { name: 'forged', token: forgedToken({ role: ROLE.administrator, expiresInSeconds: 3_600 }) },
    { name: 'malformed', token: 'a.b.c' },
  ];
  for (const [name, role] of Object.entries(ROLE))
    callers.push({ name, token: await site.accessToken({ userId: 90_000 + role, role }) });

  const report = await sendRequests({
    url: site.url,
    count: REQUESTS,
    seed: SEED,
    callers,
    repeats: REPEATS,
  });

  expect(report.invalidResponses).toEqual([]);
  expect(report.sent).toBe(REQUESTS);
  // If one caller sent nothing, or all requests were rejected, the comparison would prove little.
  expect(Object.keys(report.byCaller).toSorted()).toEqual(callers.map(({ name }) => name).toSorted());
  expect(report.byCaller['expired']).toHaveProperty('401');
  expect(report.byCaller['forged']).toHaveProperty('401');
  expect(report.statuses['200']).toBeGreaterThan(30);
});
