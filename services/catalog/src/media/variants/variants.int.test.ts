import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection } from 'mongoose';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENTS } from '@vidhi/contracts/events.ts';
import type { PictureVariants } from '@vidhi/contracts/picture-variants.ts';
import { followTopics } from '@vidhi/messaging/follow.ts';
import { connectKafka } from '@vidhi/messaging/kafka.ts';
import {
  freshDatabase,
  freshQueuePrefix,
  freshTopicSuffix,
  testEngines,
  type FreshDatabase,
} from '@vidhi/testing/engines.ts';
import { startServiceProcess, type ServiceProcess } from '@vidhi/testing/service-process.ts';
import { createTokenMaker, serveKeys } from '@vidhi/testing/tokens.ts';
import { anArchivedPicture } from '../files/picture-builder.ts';
import { aPhoto, aTruncatedPhoto } from './photo-builder.ts';
import { STEPS } from './picture-step.ts';

const SERVICE_TOKEN = 'a-service-token-of-32-characters!';
const NOWHERE = 'redis://127.0.0.1:1';

const tokens = await createTokenMaker();
const keys = await serveKeys(tokens.jwks);
afterAll(() => keys.close());

interface PublishedPicture {
  id: number;
  variants: PictureVariants | null;
}

let database: FreshDatabase;
let dataDir: string;
let env: Record<string, string>;
let catalog: ServiceProcess;
let published: PublishedPicture[];
const arrivals = new EventEmitter();
let follower: ReturnType<typeof followTopics>;

async function start(): Promise<void> {
  catalog = await startServiceProcess({
    script: path.join(import.meta.dirname, '..', '..', 'server.ts'),
    env,
  });
}

beforeEach(async () => {
  database = freshDatabase('catalog');
  dataDir = await mkdtemp(path.join(tmpdir(), 'vidhi-variants-'));
  const suffix = freshTopicSuffix();
  env = {
    MONGO_URL: database.url,
    KAFKA_BROKERS: testEngines().kafkaBrokers,
    REDIS_URL: testEngines().redisUrl,
    QUEUE_PREFIX: freshQueuePrefix(),
    JWKS_URL: keys.url,
    SERVICE_TOKEN,
    DATA_DIR: dataDir,
    TOPIC_SUFFIX: suffix,
    // At the default, the lowest priority, these tests would wait for everything else that runs on the machine.
    VARIANTS_NICENESS: '0',
    PICTURE_VARIANTS: 'true',
    AVIF_VARIANTS: 'true',
  };
  published = [];
  await start();
  follower = followTopics({
    client: connectKafka({ brokers: testEngines().kafkaBrokers, clientId: 'variants-test' }),
    topics: [`catalog.media${suffix}`],
    events: EVENTS,
    from: 'beginning',
    onReset: () => undefined,
    apply({ data }) {
      const { doc } = data as { doc?: PublishedPicture };
      if (doc !== undefined) published.push(doc);
      arrivals.emit('published');
    },
  });
});
afterEach(async () => {
  await follower.close();
  await catalog.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Waits until a matching event has been consumed; the test timeout is the deadline. */
async function untilPublished(is: (each: PublishedPicture) => boolean): Promise<PublishedPicture> {
  for (;;) {
    const found = published.find(is);
    if (found !== undefined) return found;
    await once(arrivals, 'published');
  }
}
const hasCommon = ({ variants }: PublishedPicture): boolean => (variants?.sources.webp.length ?? 0) > 0;
const isWhole = ({ variants }: PublishedPicture): boolean => (variants?.sources.avif.length ?? 0) > 0;

async function send(id: number, original: Buffer): Promise<unknown> {
  const item = anArchivedPicture({ id, hash: `photo_${id}`, ext: '.jpg', url: undefined, formats: null });
  const form = new FormData();
  form.set('document', JSON.stringify({ item, origin: { site: 'gazette.example', demo: true } }));
  form.set('original', new Blob([new Uint8Array(original)]), 'original');
  const response = await fetch(`${catalog.url}/internal/import/files`, {
    method: 'POST',
    headers: { 'x-service-token': SERVICE_TOKEN },
    body: form,
  });
  return response.json();
}

interface StoredPicture {
  _id: number;
  variants?: { steps: string[]; problem?: string };
  variantTries?: { count: number };
}

/** Resolves with the picture documents, once every step of each is finished. */
async function settled(ids: readonly number[]): Promise<Map<number, StoredPicture>> {
  const connection = await createConnection(database.url).asPromise();
  try {
    const found = await connection
      .collection<StoredPicture>('files')
      .find({ _id: { $in: [...ids] } })
      .toArray();
    return new Map(found.map((each) => [each._id, each]));
  } finally {
    await connection.close();
  }
}

const files = async (): Promise<string[]> => readdir(path.join(dataDir, 'variants'));
const urlsOf = ({ variants }: PublishedPicture): string[] =>
  Object.values(variants?.sources ?? {}).flatMap((sources) => sources.map(({ url }) => url));

/** The job lock of a killed process expires after 10 s. */
const PATIENCE = { timeout: 600_000 };

describe('variants, with the service as a process on real engines', PATIENCE, () => {
  it('renders three formats, auto-oriented, without metadata, served as immutable', async () => {
    expect(await send(1, await aPhoto({ width: 1300, height: 760, orientation: 6 }))).toMatchObject({
      imported: 1,
    });
    const picture = await untilPublished(isWhole);
    expect(picture.variants?.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(picture.variants?.color).toMatch(/^#[0-9a-f]{6}$/);
    for (const [format, sources] of Object.entries(picture.variants?.sources ?? {})) {
      expect(sources.map(({ width, height }) => [width, height])).toEqual([
        [360, 616],
        [640, 1095],
        [760, 1300],
      ]);
      for (const { url, width, height } of sources) {
        const response = await fetch(`${catalog.url}${url}`);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        });
        const metadata = await sharp(await response.arrayBuffer()).metadata();
        expect([metadata.width, metadata.height, metadata.exif, metadata.icc]).toEqual([
          width,
          height,
          undefined,
          undefined,
        ]);
      }
    }
    expect((await files()).length).toBe(9);
  });

  it('does not show them in file objects or count them as an edit', async () => {
    const photo = await aPhoto({ width: 40, height: 30 });
    await send(1, photo);
    await untilPublished(isWhole);
    const headers = await tokens.bearer({ userId: 1, role: 10 });
    const wire = (await (await fetch(`${catalog.url}/api/upload/files/1`, { headers })).json()) as object;
    expect(wire).toHaveProperty('updatedAt', anArchivedPicture().updatedAt);
    expect(wire).not.toHaveProperty('variants');
    expect(await send(1, photo)).toMatchObject({ unchanged: 1, skipped: [] });
    expect(await send(1, await aPhoto({ width: 50, height: 30 }))).toMatchObject({ imported: 1 });
    await untilPublished((each) => isWhole(each) && each.variants?.sources.avif[0]?.width === 50);
  });

  it('continues after a killed process and renders no file twice', async () => {
    await send(1, await aPhoto({ width: 1000, height: 1000, noise: true }));
    const half = await untilPublished(hasCommon);
    expect(isWhole(half)).toBe(false);
    await catalog.end('SIGKILL');
    await start();
    const whole = await untilPublished(isWhole);
    expect(whole.variants?.sources.webp).toEqual(half.variants?.sources.webp);
    expect((await files()).toSorted()).toEqual(
      urlsOf(whole)
        .map((url) => path.basename(url))
        .toSorted(),
    );
  });

  it('shares the files of two pictures with the same bytes', async () => {
    const photo = await aPhoto({ width: 40, height: 30 });
    await send(1, photo);
    await send(2, photo);
    const first = await untilPublished((each) => each.id === 1 && isWhole(each));
    const second = await untilPublished((each) => each.id === 2 && isWhole(each));
    expect(second.variants).toEqual(first.variants);
    expect((await files()).length).toBe(3);
  });

  it('does not retry a hostile picture, and renders those behind it', async () => {
    await send(1, await aTruncatedPhoto());
    await send(2, await aPhoto({ width: 40, height: 30 }));
    await untilPublished((each) => each.id === 2 && isWhole(each));
    const stored = await settled([1]);
    expect(stored.get(1)).toMatchObject({
      variants: { steps: [...STEPS], problem: expect.stringMatching(/premature end/i) },
      variantTries: { count: 1 },
    });
    expect(published.some(({ id, variants }) => id === 1 && variants !== null)).toBe(false);
  });

  it('imports and serves pictures while Redis is down, and renders the rest when it is back', async () => {
    await catalog.end();
    const { REDIS_URL: redisUrl } = env;
    env = { ...env, REDIS_URL: NOWHERE };
    await start();
    expect(await send(1, await aPhoto({ width: 40, height: 30 }))).toMatchObject({ imported: 1 });
    expect((await fetch(`${catalog.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${catalog.url}/uploads/photo_1.jpg`)).status).toBe(200);
    expect(await catalog.end()).toBe(0);
    env = { ...env, REDIS_URL: redisUrl ?? '' };
    await start();
    await untilPublished(isWhole);
  });
});
