import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { UserUpdated, eventId } from '@vidhi/contracts/events.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { createProducer } from '@vidhi/messaging/producer.ts';
import { forgedToken, type Caller } from '../contract/openapi/callers.ts';
import { sendRequests } from '../contract/openapi/send-requests.ts';
import { profilesWith, oneSecret } from '../../services/catalog/src/gated-probes-builder.ts';
import { STARTING_MS, startSite, type RunningSite } from './running-site.ts';

// The short form of `npm run contract:openapi`, over what the gateway, catalog and news describe.

/** Most operations are the console's, which few callers may use, on records that do not exist. */
const REQUESTS = 1_200;
const SEED = 20_261_124;
/** An overloaded machine may respond 503 with Retry-After, but not for a minute. */
const REPEATS = 60;
/** The id of a caller is this and its role. */
const FIRST_CALLER = 90_000;

let site: RunningSite;

/** Tells the services of the callers' accounts: an owner of profiles whose account is unknown gets 503. */
async function publishAccounts(): Promise<void> {
  const producer = createProducer(site.kafka);
  const envelopes = Object.values(ROLE).map((role) => {
    const id = FIRST_CALLER + role;
    return {
      id: eventId(UserUpdated.type, id, 1),
      type: UserUpdated.type,
      v: UserUpdated.v,
      aggregateId: String(id),
      occurredAt: '2026-11-20T10:00:00.000Z',
      data: { rev: 1, id, first_name: 'Asha', last_name: 'Rao', role, tokenVersion: 1, isConfirmed: true },
    };
  });
  const topic = `accounts.users${site.topicSuffix}`;
  await producer.publishAll(envelopes.map((envelope) => ({ topic, envelope })));
  await producer.close();
}

beforeAll(async () => {
  site = await startSite();
  const { file: _file, ...documents } = profilesWith(oneSecret);
  for (const [type, items] of Object.entries(documents)) await site.put(type, items);
  await publishAccounts();
}, STARTING_MS);

afterAll(async () => {
  await site?.close();
});

it('answers every role and every invalid token by the schema of the operation and status', async () => {
  onTestFailed(() => void process.stderr.write(site.output()));
  const claims = { userId: FIRST_CALLER + 1, role: ROLE.administrator };
  const callers: [Caller, ...Caller[]] = [
    { name: 'anonymous', token: null },
    { name: 'expired', token: await site.accessToken(claims, { expiresInSeconds: -60 }) },
    { name: 'forged', token: forgedToken({ role: ROLE.administrator, expiresInSeconds: 3_600 }) },
    { name: 'malformed', token: 'a.b.c' },
  ];
  for (const [name, role] of Object.entries(ROLE))
    callers.push({ name, token: await site.accessToken({ userId: FIRST_CALLER + role, role }) });

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
