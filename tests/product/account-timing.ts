import { randomBytes, randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { dataDirOf } from '@vidhi/local/paths.mjs';
import type { ImportBatch, ImportOutcome } from '@vidhi/contracts/stored-document.ts';
import { findSite, requestService } from '@vidhi/service-kit/site-command.ts';
import { signTest, type Signs } from './sign-test.ts';

// npm run probe:enumeration [-- --pairs N]
// Tests whether the duration of a response tells whether an address belongs to an account: pairs of requests
// to accounts of a running site, one with an existing address and one with an unknown one, in random order.
// Each address is used once for each call, and each request comes from another IP address, so that no limit
// applies. The addresses are at example.invalid; the mails go to the site's mail server. For a site to throw
// away, and not one that has imported an archive: the accounts stay, ids of later accounts are above theirs,
// and for an hour every address seems to exist.

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '300' } } });
const pairs = Number(values.pairs);
const WARM_PAIRS = 15;
const IMPORT_BATCH = 100;
/** Ids of the accounts that are made: archives have none in this range. */
const MIN_ID = 1_000_000_000;
const MAX_IMPORTED_ID = 1_999_999_999;
/** `a-long-password`, as archives of the reference have it. */
const BCRYPT_HASH = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';
/** Checks of all clients together that learn whether an address exists (`EMAIL_CHECKS_PER_HOUR`). */
const MAX_DISCLOSED = 600;
const CONCURRENT_CHECKS = 8;

const site = await findSite({ ...process.env, DATA_DIR: dataDirOf(process.env) });
const accounts = String(site.services['accounts']);
const run = randomBytes(4).toString('hex');
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

let lastAddress = randomInt(2 ** 16) * 2 ** 8;
/** An IP address of a network that no request came from. */
function nextClient(): string {
  lastAddress = (lastAddress + 2 ** 8) % 2 ** 24;
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.1`;
}

interface Timed {
  status: number;
  body: unknown;
  ms: number;
}

/** Sends a request past the gateway, whose limits are for one client address. */
async function send(path: string, body?: object): Promise<Timed> {
  const since = performance.now();
  const response = await fetch(`${accounts}${path}`, {
    headers: { 'x-forwarded-for': nextClient(), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    ms: performance.now() - since,
  };
}

const existing = (kind: string, index: number): string => `${kind}-${run}-${index}@example.invalid`;
const unknown = (kind: string, index: number): string => existing(`no-${kind}`, index);

/** Creates accounts as an archive has them: confirmed or not, and with a password or none. */
async function importAccounts(kind: string, rest: object): Promise<void> {
  const { origin } = await requestService<{ origin: ImportBatch['origin'] | null }>(
    site,
    'accounts',
    '/internal/import-status',
  );
  if (origin?.demo === false)
    throw new Error('this site has imported an archive: its accounts would be changed for good');
  const firstId = randomInt(MIN_ID, MAX_IMPORTED_ID - 2 * pairs);
  const items = Array.from({ length: pairs + WARM_PAIRS }, (_, index) => ({
    id: firstId + index,
    username: `${kind}-${run}-${index}`,
    email: existing(kind, index),
    provider: 'local',
    role: 4,
    ...rest,
  }));
  for (let from = 0; from < items.length; from += IMPORT_BATCH) {
    const batch = items.slice(from, from + IMPORT_BATCH);
    const { imported, skipped } = await requestService<ImportOutcome>(
      site,
      'accounts',
      '/internal/import/users',
      { items: batch, origin: origin ?? { site: 'probe', demo: true } },
    );
    if (imported !== batch.length) throw new Error(`accounts were skipped: ${JSON.stringify(skipped)}`);
  }
}

interface Comparison {
  name: string;
  kind: string;
  request: (email: string) => Promise<Timed>;
  /** The status of every response; of the positive control, that of unknown addresses. */
  status: number;
  /** Whether the bodies are equal but for the address, as they must be where times must be. */
  isSecret: boolean;
}

const login = (email: string): Promise<Timed> =>
  send('/api/auth/local', { identifier: email, password: 'not-this-password' });
const exists = (email: string): Promise<Timed> =>
  send(`/api/users?filters[email][$eq]=${encodeURIComponent(email)}&fields[0]=email`);

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((first, second) => first - second)[Math.floor(numbers.length / 2)] ?? Number.NaN;

interface Measured extends Comparison {
  known: number;
  unknown: number;
  signs: Signs;
  differentResponses: number;
}

async function measure(comparison: Comparison): Promise<Measured> {
  const { name, kind, request, isSecret } = comparison;
  const times: [number, number][] = [];
  let differentResponses = 0;
  for (let index = 0; index < pairs + WARM_PAIRS; index += 1) {
    const emails = { known: existing(kind, index), unknown: unknown(kind, index) };
    const isKnownFirst = Math.random() < 0.5;
    const one = await request(isKnownFirst ? emails.known : emails.unknown);
    const two = await request(isKnownFirst ? emails.unknown : emails.known);
    if (index < WARM_PAIRS) continue;
    for (const { status } of [one, two])
      if (isSecret && status !== comparison.status)
        throw new Error(`${name} responded ${status} and not ${comparison.status}`);
    const [known, none] = isKnownFirst ? [one, two] : [two, one];
    times.push([known.ms, none.ms]);
    const shown = ({ status, body }: Timed, email: string): string =>
      `${status} ${JSON.stringify(body)}`.replaceAll(email, 'ADDRESS');
    if (shown(known, emails.known) !== shown(none, emails.unknown)) differentResponses += 1;
  }
  return {
    ...comparison,
    known: median(times.map(([first]) => first)),
    unknown: median(times.map(([, second]) => second)),
    signs: signTest(times),
    differentResponses,
  };
}

/** Uses up the checks that learn whether an address exists, so that all others do not. */
async function exhaustChecks(): Promise<void> {
  for (let sent = 0; sent < MAX_DISCLOSED; sent += CONCURRENT_CHECKS)
    await Promise.all(
      Array.from({ length: CONCURRENT_CHECKS }, (_, index) => exists(unknown('exhausted', sent + index))),
    );
}

const register = (email: string): Promise<Timed> =>
  send('/api/auth/local/register', { username: `other-${email}`, email, password: 'a-long-password' });

const COMPARISONS: readonly Comparison[] = [
  {
    name: 'POST /api/auth/local, a password of an archive',
    kind: 'archived',
    request: login,
    status: 400,
    isSecret: true,
  },
  {
    name: 'POST /api/auth/local, without password',
    kind: 'reset',
    request: login,
    status: 400,
    isSecret: true,
  },
  {
    name: 'POST /api/auth/forgot-password',
    kind: 'archived',
    request: (email) => send('/api/auth/forgot-password', { email }),
    status: 200,
    isSecret: true,
  },
  {
    name: 'POST /api/auth/send-email-confirmation',
    kind: 'unconfirmed',
    request: (email) => send('/api/auth/send-email-confirmation', { email }),
    status: 200,
    isSecret: true,
  },
  {
    name: 'POST /api/auth/send-email-confirmation, of a confirmed address',
    kind: 'confirmed',
    request: (email) => send('/api/auth/send-email-confirmation', { email }),
    status: 200,
    isSecret: true,
  },
  {
    name: 'POST /api/auth/send-email-confirmation, of a blocked account',
    kind: 'blocked',
    request: (email) => send('/api/auth/send-email-confirmation', { email }),
    status: 200,
    isSecret: true,
  },
  {
    name: 'GET /api/users, beyond the limit of checks',
    kind: 'archived',
    request: exists,
    status: 200,
    isSecret: true,
  },
  // The response says that the address is taken; the time shows that the test notices a difference.
  {
    name: 'POST /api/auth/local/register',
    kind: 'archived',
    request: register,
    status: 200,
    isSecret: false,
  },
];

await importAccounts('archived', { confirmed: true, password: BCRYPT_HASH });
await importAccounts('reset', { confirmed: true });
await importAccounts('unconfirmed', { confirmed: false, password: BCRYPT_HASH });
await importAccounts('confirmed', { confirmed: true, password: BCRYPT_HASH });
await importAccounts('blocked', { confirmed: false, blocked: true, password: BCRYPT_HASH });
await exhaustChecks();

/** Bonferroni correction: all comparisons together have one false positive in a thousand runs. */
const maxP = 0.001 / COMPARISONS.length;
let failures = 0;
let isControlSeen = false;
say(`${pairs} pairs each`);
say('                 existing ms  unknown ms  existing took longer');
for (const comparison of COMPARISONS) {
  const { name, isSecret, known, unknown: none, signs, differentResponses } = await measure(comparison);
  const isDifferent = signs.p < maxP || (isSecret && differentResponses > 0);
  if (isSecret && isDifferent) failures += 1;
  if (!isSecret) isControlSeen = signs.p < maxP;
  const verdict = isDifferent ? 'DIFFERENT' : 'alike';
  say(
    `${verdict.padEnd(15)} ${known.toFixed(1).padStart(12)} ${none.toFixed(1).padStart(11)}  ${(signs.longer * 100).toFixed(1).padStart(5)} % (p ${signs.p.toExponential(1)})  ${name}${isSecret ? '' : ' (positive control)'}${isSecret && differentResponses > 0 ? `, ${differentResponses} responses differ` : ''}`,
  );
}
say(
  isControlSeen
    ? `goal ${failures === 0 ? 'met' : 'NOT met'}: ${failures} calls tell by time whether an account exists`
    : 'not conclusive: the positive control showed no difference; use more pairs or a quieter machine',
);
process.exitCode = isControlSeen && failures === 0 ? 0 : 1;
