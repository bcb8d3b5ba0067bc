import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_IMPORT_PART_BYTES, type SiteImport } from '@vidhi/contracts/site-imports.ts';
import { TOPICS, withSuffix } from '@vidhi/contracts/topics.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { ensureTopics, withAdmin } from '@vidhi/messaging/topics.ts';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys } from '@vidhi/testing/tokens.ts';
import { startKillingProxy } from './killing-proxy.ts';
import { COUNTS, writeSiteArchive } from './killed-site-builder.ts';

// The import that administrators start in the console, with the process of the import itself and the services that it writes
// to. accounts, which runs it, is ended while it waits for the response to one of its requests.

const SERVICES = join(import.meta.dirname, '..', '..', 'services');
const TOOL = join(import.meta.dirname, 'import-cli.ts');
const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const SIGNAL = { timeout: 300_000, interval: 100 };
const OWNER = { email: 'owner@site.example', password: 'a long password of the owner' };

const clean: (() => unknown)[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'vidhi-console-import-'));
const suffix = freshTopicSuffix();
const { kafkaBrokers, redisUrl } = testEngines();
const client = connectKafka({ brokers: kafkaBrokers, clientId: 'console-import-test' });

let archive: Buffer;
let accounts: ServiceProcess;
let accountsEnv: Record<string, string>;
let catalog: ServiceProcess;
let news: ServiceProcess;
let token: string | null = null;
/** Type of the request at which accounts is ended; it gets no response. */
let dueType: string | null = null;
let endAccounts: () => void = () => undefined;

function settingsOf(name: string, keysUrl: string): Record<string, string> {
  const database = freshDatabase(name);
  clean.push(() => database.drop());
  return {
    MONGO_URL: database.url,
    KAFKA_BROKERS: kafkaBrokers,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: `${freshQueuePrefix()}:`,
    QUEUE_PREFIX: freshQueuePrefix(),
    JWKS_URL: keysUrl,
    SERVICE_TOKEN,
    TOPIC_SUFFIX: suffix,
    DATA_DIR: join(dataDir, name),
  };
}
const startService = (name: string, env: Record<string, string>): Promise<ServiceProcess> =>
  startServiceProcess({ script: join(SERVICES, name, 'src', 'server.ts'), env });

async function send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const isPart = Buffer.isBuffer(body);
  const response = await fetch(`${accounts.url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined
        ? {}
        : { 'content-type': isPart ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isPart ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const parsed = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(parsed)}`);
  return parsed;
}
const importState = async (): Promise<SiteImport> =>
  (await send<{ data: SiteImport }>('GET', '/api/system/imports')).data;
const startRun = (): Promise<unknown> => send('POST', '/api/system/imports/runs', { kind: 'import' });

beforeAll(async () => {
  clean.push(() => rmSync(dataDir, { recursive: true, force: true }));
  archive = readFileSync(await writeSiteArchive(dataDir));
  const keys = await serveKeys((await createTokenMaker()).jwks);
  clean.push(() => keys.close());
  const topics = Object.values(TOPICS).map((layout) => withSuffix(layout, suffix));
  const names = topics.flatMap(({ name }) => [name, `${name}.dlq`]);
  clean.push(() => withAdmin(client, (admin) => admin.deleteTopics({ topics: names })));
  await ensureTopics(client, topics);
  // Sequentially, so that each is ready in time on a slow machine.
  accountsEnv = {
    ...settingsOf('accounts', keys.url),
    SITE_IMPORT_TOOL: TOOL,
    SITE_IMPORT_DATA_DIR: dataDir,
  };
  accounts = await startService('accounts', accountsEnv);
  clean.push(() => accounts.end());
  catalog = await startService('catalog', settingsOf('catalog', keys.url));
  clean.push(() => catalog.end());
  news = await startService('news', settingsOf('news', keys.url));
  clean.push(() => news.end());
  const proxy = await startKillingProxy({
    service: catalog.url,
    isDue: (path) => (dueType !== null && path.endsWith(`/${dueType}`) ? 'responded' : null),
    kill: () => endAccounts(),
  });
  clean.push(() => proxy.close());
  mkdirSync(join(dataDir, 'run'));
  writeFileSync(
    join(dataDir, 'run', 'services.json'),
    JSON.stringify({
      services: { accounts: accounts.url, catalog: proxy.url, news: { write: news.url } },
      serviceToken: SERVICE_TOKEN,
    }),
  );
  await fetch(`${accounts.url}/internal/staff`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': SERVICE_TOKEN },
    body: JSON.stringify({ ...OWNER, role: 'administrator', first_name: 'Asha', last_name: 'Rao' }),
  });
  const { email: identifier, password } = OWNER;
  token = (await send<{ jwt: string }>('POST', '/api/auth/local', { identifier, password })).jwt;
});
afterAll(async () => {
  for (const step of clean.toReversed()) await step();
});

/** Id of the process of the import, as accounts has recorded it. */
function importPid(): number {
  const file = join(dataDir, 'site-import', 'state.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { pid: number | null }).pid ?? 0;
}
/** Returns whether a process runs; one that has ended and that nobody has waited for has no command line. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(TOOL);
  } catch {
    return false;
  }
}

/** Starts an import, ends accounts by a signal at a request of this type, and starts accounts again at its address. */
async function interrupt(type: string, signal: NodeJS.Signals): Promise<number> {
  const ended = Promise.withResolvers<unknown>();
  endAccounts = () => {
    dueType = null;
    accounts.end(signal).then(ended.resolve, ended.reject);
  };
  dueType = type;
  await startRun();
  await ended.promise;
  const pid = importPid();
  accounts = await startService('accounts', { ...accountsEnv, PORT: new URL(accounts.url).port });
  return pid;
}

async function totalOf(service: ServiceProcess, path: string): Promise<number> {
  const response = await fetch(`${service.url}/api/${path}?pagination[pageSize]=1`);
  return ((await response.json()) as { meta: { pagination: { total: number } } }).meta.pagination.total;
}

describe('an import from the console', () => {
  it('takes the archive in parts, and has changed nothing before it is started', async () => {
    await send('POST', '/api/system/imports/archive', { name: 'site.tar.gz', bytes: archive.length });
    for (let offset = 0; offset < archive.length; offset += MAX_IMPORT_PART_BYTES) {
      const part = archive.subarray(offset, offset + MAX_IMPORT_PART_BYTES);
      await send('PUT', `/api/system/imports/archive?offset=${offset}`, part);
    }
    expect(await importState()).toMatchObject({
      is_available: true,
      archive: { bytes: archive.length, received_bytes: archive.length },
      run: null,
    });
    expect(await totalOf(catalog, 'books')).toBe(0);
  });

  it.each([
    ['killed', 'files', 'SIGKILL'],
    ['restarted', 'book', 'SIGTERM'],
  ] as const)(
    'is interrupted when its service is %s, says so, keeps the archive, and goes on nowhere',
    { timeout: 600_000 },
    async (_how, type, signal) => {
      const pid = await interrupt(type, signal);
      const { run, archive: stored } = await importState();
      expect(run).toMatchObject({ kind: 'import', state: 'interrupted', report: null });
      expect(run?.error).toContain('Start it again');
      expect(stored).toMatchObject({ received_bytes: archive.length });
      expect(pid).toBeGreaterThan(0);
      await expect.poll(() => isRunning(pid), SIGNAL).toBe(false);
    },
  );

  it('completes when it is started again, with each document once, and leaves no archive', async () => {
    await startRun();
    await expect.poll(async () => (await importState()).run?.state, SIGNAL).toBe('done');
    const { run, archive: stored } = await importState();
    expect(run?.report).toMatch(/api::book\.book +540 /);
    expect(stored).toBeNull();
    expect(existsSync(join(dataDir, 'site-import', 'archive.tar.gz'))).toBe(false);
    const totals: [ServiceProcess, string, number][] = [
      [catalog, 'books', COUNTS['api::book.book']],
      [catalog, 'lawyers', COUNTS['api::lawyer.lawyer']],
      [news, 'posts', COUNTS['api::post.post']],
      [news, 'tags', COUNTS['api::tag.tag']],
    ];
    for (const [service, path, total] of totals)
      await expect.poll(async () => [path, await totalOf(service, path)], SIGNAL).toEqual([path, total]);
  });

  it('has each of its starts and its outcome in the audit log', async () => {
    const { data } = await send<{ data: { action: string }[] }>(
      'GET',
      '/api/audit?resource=site-import:archive',
    );
    expect(data.map(({ action }) => action).toSorted()).toEqual([
      'import_done',
      'import_start',
      'import_start',
      'import_start',
      'upload',
    ]);
  });
});
