import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { EVENTS, type Envelope } from '@vidhi/contracts/events.ts';
import { followTopics } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { createTokenVerifier } from '@vidhi/service-kit/token-verifier.ts';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';

const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const SCRIPT = path.join(import.meta.dirname, 'server.ts');
const CLI = path.join(import.meta.dirname, 'staff-cli.ts');

const database = freshDatabase('accounts');
const suffix = freshTopicSuffix();
const topic = `accounts.users${suffix}`;
let env: Record<string, string>;
let first: ServiceProcess;
let second: ServiceProcess;
let dataDir: string;

beforeAll(async () => {
  env = {
    MONGO_URL: database.url,
    KAFKA_BROKERS: testEngines().kafkaBrokers,
    REDIS_URL: testEngines().redisUrl,
    REDIS_PREFIX: `${freshQueuePrefix()}:`,
    SERVICE_TOKEN,
    TOPIC_SUFFIX: suffix,
  };
  // Started concurrently on an empty database: both must use the same key.
  [first, second] = await Promise.all([
    startServiceProcess({ script: SCRIPT, env }),
    startServiceProcess({ script: SCRIPT, env }),
  ]);
  dataDir = await mkdtemp(path.join(tmpdir(), 'vidhi-staff-'));
  await mkdir(path.join(dataDir, 'run'));
  await writeFile(
    path.join(dataDir, 'run', 'services.json'),
    JSON.stringify({ services: { accounts: first.url }, serviceToken: SERVICE_TOKEN }),
  );
});
afterAll(async () => {
  await Promise.all([first, second].map((service) => service?.end()));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The tested attributes of responses. */
interface SessionBody {
  jwt: string;
  user: { id: number };
  keys: Record<string, string>[];
  error: { message: string };
}
const read = async (response: Response): Promise<SessionBody> => (await response.json()) as SessionBody;

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

const staff = (args: readonly string[], input = ''): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [CLI, ...args],
      { env: { ...process.env, DATA_DIR: dataDir } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': SERVICE_TOKEN },
    body: JSON.stringify(body),
  });

const login = (url: string, identifier: string, password: string): Promise<Response> =>
  post(`${url}/api/auth/local`, { identifier, password });

const TARGET = 'target@example.com';

/** Guesses without delay, and the delay after the last of them, which doubles with each further guess. */
const FREE_GUESSES = 6;
const FIRST_DELAY_MS = 2_000;
const MAX_GUESSES = 11;

/**
 * Guesses the password of TARGET, at each process in turn, until a guess is refused. Only guesses that come after the delay,
 * as those of a slow machine may, are allowed beyond the free ones.
 */
async function guessUntilRefused(urls: readonly string[]): Promise<void> {
  let lastSentAt = 0;
  for (let guesses = 0; guesses < MAX_GUESSES; guesses += 1) {
    const sentAt = Date.now();
    const { status } = await login(urls[guesses % urls.length] ?? '', TARGET, 'wrong');
    if (status === 429 && guesses >= FREE_GUESSES) return;
    expect(status).toBe(400);
    const delay = guesses < FREE_GUESSES ? 0 : FIRST_DELAY_MS * 2 ** (guesses - FREE_GUESSES);
    expect(Date.now() - lastSentAt).toBeGreaterThanOrEqual(delay);
    lastSentAt = sentAt;
  }
  throw new Error('no guess was refused');
}

/** Guesses until the right password is refused, too, and resolves with that response. */
async function throttledLogin(urls: readonly string[]): Promise<Response> {
  for (let round = 0; round < 20; round += 1) {
    await guessUntilRefused(urls);
    const response = await login(urls[0] ?? '', TARGET, 'target password');
    // Accepted if the delay has ended meanwhile; then the guesses are free again.
    if (response.status !== 200) return response;
  }
  throw new Error('the right password was never refused');
}

/** Resolves with all published events, once there are `count`. */
async function eventsOf(count: number): Promise<Envelope[]> {
  const client = connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'accounts-test' });
  const seen: Envelope[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const follower = followTopics({
    client,
    topics: [topic],
    events: EVENTS,
    from: 'beginning',
    onReset: () => undefined,
    apply(envelope) {
      seen.push(envelope);
      if (seen.length >= count) resolve();
    },
  });
  await promise;
  await follower.close();
  return seen;
}

describe('accounts, as processes on real engines', () => {
  it('creates one key for two processes that start together', async () => {
    const sets = await Promise.all(
      [first, second].map(async ({ url }) => read(await fetch(`${url}/.well-known/jwks.json`))),
    );
    expect(sets[0]?.keys).toHaveLength(1);
    expect(sets[1]).toEqual(sets[0]);
    expect(Object.keys(sets[0]?.keys[0] ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });

  it('adds an editor by command line, whose token every process accepts', async () => {
    const added = await staff(['add', 'Editor@Example.com', 'editor', '--first-name', 'Meera']);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const password = /^Password: (\S+)$/m.exec(added.stdout)?.[1] ?? '';
    const response = await login(second.url, 'EDITOR@example.com', password);
    expect(response.status).toBe(200);
    const { jwt, user } = await read(response);
    expect(user).toMatchObject({ email: 'editor@example.com', first_name: 'Meera', provider: 'local' });
    const verify = createTokenVerifier({ url: `${first.url}/.well-known/jwks.json` });
    expect(await verify(jwt)).toEqual({
      userId: user.id,
      role: 10,
      desks: [...EDITOR_DESKS],
      tokenVersion: 0,
    });
    const me = await fetch(`${first.url}/api/users/me?populate[role]=true`, {
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(await me.json()).toMatchObject({ ...user, role: { id: 10, name: 'Editor' } });
  });

  it('changes a role and a password by command line, which revokes old tokens', async () => {
    const { jwt } = await (async () => {
      await staff(['add', 'chief@example.com', '10', '--password-stdin'], 'first password\n');
      return read(await login(first.url, 'chief@example.com', 'first password'));
    })();
    const changed = await staff(
      ['add', 'chief@example.com', 'administrator', '--password-stdin'],
      'second password\n',
    );
    expect(changed.stdout).toContain('role 11): changed.');
    expect((await login(second.url, 'chief@example.com', 'first password')).status).toBe(400);
    expect((await login(second.url, 'chief@example.com', 'second password')).status).toBe(200);
    const me = await fetch(`${second.url}/api/users/me`, { headers: { authorization: `Bearer ${jwt}` } });
    expect([me.status, (await read(me)).error.message]).toEqual([401, 'Invalid credentials']);
  });

  it.each([
    [['add', 'nobody'], 'Usage'],
    [['add', 'x@example.com', 'customer'], 'role must be editor (10) or administrator (11)'],
    [['add', 'no-address', 'editor'], 'email must be a valid email'],
    [['remove', 'x@example.com', 'editor'], 'Usage'],
  ])('reports the error in %j and exits with 1', async (args, said) => {
    const { code, stdout, stderr } = await staff(args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(said);
  });

  it('imports accounts of an archive once, logs them in, and replaces the old hash', async () => {
    const items = [
      {
        id: 41,
        username: 'Ravi',
        email: 'Ravi@Example.com',
        provider: 'local',
        password: await hashBcrypt('ravi-password', { cost: 10 }),
        confirmed: true,
        blocked: false,
        first_name: 'Ravi',
        last_name: 'Rao',
        mobile: null,
        role: 4,
        createdAt: '2026-01-02T03:04:05.006Z',
        updatedAt: '2026-01-02T03:04:05.006Z',
      },
      { id: 42, username: 'Locked', email: 'locked@example.com', password: null, role: 11 },
      { id: 43, username: 'Ravi', email: 'other@example.com', role: 4 },
    ];
    const batch = { items, origin: { site: 'shop.example', demo: false } };
    const importOnce = async () => (await post(`${first.url}/internal/import/users`, batch)).json();
    expect(await importOnce()).toEqual({
      imported: 2,
      unchanged: 0,
      skipped: [{ id: 43, reason: 'the username belongs to user 41' }],
    });
    expect(await importOnce()).toMatchObject({ imported: 0, unchanged: 2 });
    const loggedIn = await login(first.url, 'Ravi', 'ravi-password');
    expect((await read(loggedIn)).user).toEqual({
      id: 41,
      username: 'Ravi',
      email: 'ravi@example.com',
      provider: 'local',
      confirmed: true,
      blocked: false,
      first_name: 'Ravi',
      last_name: 'Rao',
      mobile: null,
      createdAt: '2026-01-02T03:04:05.006Z',
      updatedAt: '2026-01-02T03:04:05.006Z',
    });
    expect((await login(second.url, 'Ravi', 'ravi-password')).status).toBe(200);
    expect(await importOnce()).toMatchObject({ imported: 0, unchanged: 2 });
    const other = { ...batch, origin: { site: 'another.example', demo: false } };
    expect((await post(`${first.url}/internal/import/users`, other)).status).toBe(409);
  });

  it('publishes only names, roles and token versions of accounts', async () => {
    const events = await eventsOf(5);
    expect(events.map(({ id }) => id).toSorted()).toEqual([
      'user.registered:2000000001:1',
      'user.registered:2000000002:1',
      'user.registered:41:1',
      'user.registered:42:1',
      'user.updated:2000000002:2',
    ]);
    expect(events.find(({ aggregateId }) => aggregateId === '42')?.data).toEqual({
      rev: 1,
      id: 42,
      first_name: null,
      last_name: null,
      role: 4,
      tokenVersion: 0,
      confirmed: false,
      blocked: false,
    });
    const [before, after] = ['user.registered:2000000002:1', 'user.updated:2000000002:2'].map(
      (id) => events.find((event) => event.id === id)?.data,
    );
    expect([before, after]).toMatchObject([{ tokenVersion: 0 }, { tokenVersion: 1 }]);
    expect(JSON.stringify(events)).not.toMatch(/example\.com|argon2|\$2/);
  });

  it('responds 429 to a sixth wrong password in a row, at any process', async () => {
    await staff(['add', TARGET, 'editor', '--password-stdin'], 'target password\n');
    const refused = await throttledLogin([first.url, second.url]);
    expect((await read(refused)).error).toEqual({
      status: 429,
      name: 'RateLimitError',
      message: 'Too many requests, please try again later.',
      details: {},
    });
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('continues to accept logins and to throttle guesses while Redis is down', async () => {
    const alone = await startServiceProcess({
      script: SCRIPT,
      env: { ...env, REDIS_URL: 'redis://127.0.0.1:1' },
    });
    await expect
      .poll(async () => (await login(alone.url, TARGET, 'target password')).status, { timeout: 300_000 })
      .toBe(200);
    await guessUntilRefused([alone.url]);
    await alone.end();
  });

  it('gives twenty tabs at two processes the same session, and ends it in both', async () => {
    const asBrowser = (url: string, path: string, cookie: string, body?: object): Promise<Response> =>
      fetch(`${url}/api/auth/${path}`, {
        method: 'POST',
        headers: {
          origin: 'http://127.0.0.1:8080',
          'x-keep-session': '1',
          cookie,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
    const cookieOf = (response: Response): string =>
      response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    await staff(['add', 'tabs@example.com', 'editor', '--password-stdin'], 'tabs password\n');
    const credentials = { identifier: 'tabs@example.com', password: 'tabs password' };
    const cookie = cookieOf(await asBrowser(first.url, 'local', '', credentials));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, tab) =>
        asBrowser((tab % 2 === 0 ? first : second).url, 'refresh', cookie),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const [successor = '', ...others] = new Set(responses.map(cookieOf));
    expect([others, successor === cookie]).toEqual([[], false]);
    expect((await asBrowser(second.url, 'logout', successor)).status).toBe(204);
    expect((await asBrowser(first.url, 'refresh', successor)).status).toBe(401);
  });

  it('loses no event when it is killed between the write and the publication', async () => {
    const killed = await startServiceProcess({
      script: SCRIPT,
      env: { ...env, KAFKA_BROKERS: '127.0.0.1:1' },
    });
    await post(`${killed.url}/internal/staff`, { email: 'survivor@example.com', role: 10 });
    await killed.end('SIGKILL');
    const events = await eventsOf(8);
    expect(events.at(-1)).toMatchObject({ type: 'user.registered', aggregateId: '2000000005' });
  });

  it('stops cleanly on SIGTERM, also while Kafka and Redis are down', async () => {
    expect(await second.end()).toBe(0);
    const unavailable = { KAFKA_BROKERS: '127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' };
    const alone = await startServiceProcess({ script: SCRIPT, env: { ...env, ...unavailable } });
    expect(await alone.end()).toBe(0);
  });
});
