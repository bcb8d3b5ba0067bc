import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENTS, type Envelope } from '@vidhi/contracts/events.ts';
import type { ImportOutcome, StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { followTopics } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import { freshDatabase, freshQueuePrefix, freshTopicSuffix, testEngines } from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys, type KeyServer, type TokenMaker } from '@vidhi/testing/tokens.ts';
import { aPng, anArchivedPicture } from './media/files/picture-builder.ts';

const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const SITE = { site: 'gazette.example', demo: true };

const database = freshDatabase('catalog');
const suffix = freshTopicSuffix();
let dataDir: string;
let env: Record<string, string>;
let catalog: ServiceProcess;
let tokens: TokenMaker;
let keys: KeyServer;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vidhi-catalog-'));
  tokens = await createTokenMaker();
  keys = await serveKeys(tokens.jwks);
  env = {
    MONGO_URL: database.url,
    KAFKA_BROKERS: testEngines().kafkaBrokers,
    REDIS_URL: testEngines().redisUrl,
    QUEUE_PREFIX: freshQueuePrefix(),
    JWKS_URL: keys.url,
    SERVICE_TOKEN,
    DATA_DIR: dataDir,
    PICTURE_MAX_BYTES: '100000',
    TOPIC_SUFFIX: suffix,
  };
  catalog = await start();
});
afterAll(async () => {
  await catalog?.end();
  await keys?.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (): Promise<ServiceProcess> =>
  startServiceProcess({ script: path.join(import.meta.dirname, 'server.ts'), env });

const original = aPng();
const thumbnail = aPng({ width: 2, height: 2 });

interface Sent {
  item?: StoredDocument;
  files?: Record<string, Buffer>;
  origin?: typeof SITE;
  replace?: boolean;
}

async function send({
  item = anArchivedPicture(),
  files = { original, thumbnail },
  origin = SITE,
  replace = false,
}: Sent = {}): Promise<Response> {
  const form = new FormData();
  form.set('document', JSON.stringify({ item, origin, replace }));
  for (const [part, bytes] of Object.entries(files))
    form.set(part, new Blob([new Uint8Array(bytes)]), `${part}.bin`);
  return fetch(`${catalog.url}/internal/import/files`, {
    method: 'POST',
    headers: { 'x-service-token': SERVICE_TOKEN },
    body: form,
  });
}

const importPicture = async (sent: Sent = {}): Promise<ImportOutcome> =>
  (await (await send(sent)).json()) as ImportOutcome;

const stored = async (): Promise<string[]> => (await readdir(path.join(dataDir, 'uploads'))).toSorted();

/** The first events of stored and removed pictures. */
async function firstEvents(count: number): Promise<Envelope[]> {
  const seen: Envelope[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const follower = followTopics({
    client: connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'catalog-test' }),
    topics: [`catalog.media${suffix}`],
    events: EVENTS,
    from: 'beginning',
    onReset: () => undefined,
    apply(envelope) {
      if (envelope.type !== 'media.changed') seen.push(envelope);
      if (seen.length === count) resolve();
    },
  });
  await promise;
  await follower.close();
  return seen;
}

describe('catalog media, as a process on real engines', () => {
  it('imports a picture once and serves the unchanged bytes of it and its format', async () => {
    expect(await importPicture()).toEqual({ imported: 1, unchanged: 0, skipped: [] });
    expect(await importPicture()).toEqual({ imported: 0, unchanged: 1, skipped: [] });
    const picture = await fetch(`${catalog.url}/uploads/court_0123456789.png`);
    expect(Buffer.from(await picture.arrayBuffer()).equals(original)).toBe(true);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const format = await fetch(`${catalog.url}/uploads/thumbnail_court_0123456789.png`);
    expect(Buffer.from(await format.arrayBuffer()).equals(thumbnail)).toBe(true);
  });

  it('restores a lost or damaged file', async () => {
    const file = path.join(dataDir, 'uploads', 'thumbnail_court_0123456789.png');
    await writeFile(file, 'half a pic');
    expect(await importPicture()).toMatchObject({ imported: 1 });
    expect((await readFile(file)).equals(thumbnail)).toBe(true);
  });

  it('serves file objects to staff only, keys in wire order', async () => {
    const url = `${catalog.url}/api/upload/files`;
    const staff = await fetch(url, { headers: await tokens.bearer({ userId: 1, role: 10 }) });
    const { folderPath: _folderPath, ...onTheWire } = anArchivedPicture();
    expect(await staff.text()).toBe(JSON.stringify([onTheWire]));
    const one = await fetch(`${url}/1`, { headers: await tokens.bearer({ userId: 1, role: 11 }) });
    expect(await one.json()).toEqual(onTheWire);
    for (const headers of [{}, await tokens.bearer({ userId: 1, role: 4 })])
      expect((await fetch(url, { headers })).status).toBe(403);
  });

  const refused: [string, Sent, string][] = [
    [
      'a drawing with scripts',
      { files: { original: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') } },
      'the picture is no png, jpeg, gif, webp or avif by its bytes',
    ],
    [
      'a page',
      { files: { original: Buffer.from('<!doctype html><script>1</script>'), thumbnail } },
      'the picture is no png, jpeg, gif, webp or avif by its bytes',
    ],
    [
      'a picture that unpacks to gigabytes',
      { files: { original: aPng({ claims: { width: 60_000, height: 60_000 } }) } },
      'the picture has over 100 million pixels',
    ],
    [
      'a file that is too large',
      { files: { original: Buffer.concat([original, Buffer.alloc(100_000)]) } },
      'the file original is larger than 100000 bytes',
    ],
    [
      'a hash that walks',
      { item: anArchivedPicture({ id: 9, hash: '../../evil' }) },
      'the file has no usable hash',
    ],
    [
      'an extension that walks',
      { item: anArchivedPicture({ id: 9, ext: '/../../evil.png' }) },
      'the file is neither a picture nor a PDF by its extension',
    ],
    [
      'an address elsewhere in the site',
      { item: anArchivedPicture({ id: 9, url: '/uploads/../console/index.html' }) },
      'the file has an address that does not follow from its name',
    ],
    [
      'the address of another picture with other bytes',
      {
        item: anArchivedPicture({ id: 9, formats: null }),
        files: { original: aPng({ shade: 7 }) },
      },
      'the address /uploads/court_0123456789.png belongs to file 1',
    ],
    ['no bytes at all', { files: {} }, 'the picture itself is missing'],
  ];
  it.each(refused)('skips %s and changes nothing', async (_name, sent, reason) => {
    const before = await stored();
    const item = sent.item ?? anArchivedPicture({ id: 9, hash: 'fresh_0123456789', url: undefined });
    const outcome = await importPicture({ ...sent, item });
    expect(outcome).toEqual({ imported: 0, unchanged: 0, skipped: [{ id: 9, reason }] });
    expect(await stored()).toEqual(before);
    // The service deletes them after its response.
    await expect.poll(() => readdir(path.join(dataDir, 'incoming'))).toEqual([]);
  });

  it('rejects a missing token, malformed requests and other sites', async () => {
    const url = `${catalog.url}/internal/import/files`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(403);
    const headers = { 'x-service-token': SERVICE_TOKEN, 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(400);
    const files = { original: Buffer.alloc(5_000_000) };
    expect((await send({ files, origin: { site: 'court.example', demo: false } })).status).toBe(409);
  });

  it('deletes the temporary files of a killed process', async () => {
    await catalog.end('SIGKILL');
    await writeFile(path.join(dataDir, 'incoming', 'half-a-file'), 'xx');
    catalog = await start();
    expect(await readdir(path.join(dataDir, 'incoming'))).toEqual([]);
    expect(await importPicture()).toMatchObject({ unchanged: 1 });
  });

  it('replaces the demo content by a site', async () => {
    const item = anArchivedPicture({ id: 2, hash: 'seal_9876543210', url: undefined, formats: null });
    const site = { site: 'court.example', demo: false };
    const outcome = await importPicture({ item, files: { original }, origin: site, replace: true });
    expect(outcome).toMatchObject({ imported: 1, skipped: [] });
    expect(await stored()).toEqual(['seal_9876543210.png']);
    expect((await fetch(`${catalog.url}/uploads/court_0123456789.png`)).status).toBe(404);
  });

  it('publishes stored and removed pictures, those of one picture in order', async () => {
    const events = await firstEvents(3);
    const [first, second] = ['1', '2'].map((id) => events.filter(({ aggregateId }) => aggregateId === id));
    expect(first?.map(({ type }) => type)).toEqual(['media.stored', 'media.removed']);
    expect(second?.map(({ type }) => type)).toEqual(['media.stored']);
    expect(first?.[0]?.data).toMatchObject({ rev: 1, doc: { id: 1, url: '/uploads/court_0123456789.png' } });
  });

  it('stops cleanly on SIGTERM', async () => {
    expect(await catalog.end()).toBe(0);
  });
});
