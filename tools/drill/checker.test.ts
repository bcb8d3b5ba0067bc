import { describe, expect, it } from 'vitest';
import { createChecker } from './checker.ts';
import { createRandom } from '@vidhi/harness/random.ts';
import { createSession, runEditor } from './editor.ts';
import { createFakeSite, type FakeSite } from './fake-site-builder.ts';
import { createOutcomeLog, type Kind, type Outcome } from './outcomes.ts';
import { createReads, READ_KINDS } from './reads.ts';
import { createSiteTruth } from './site-truth.ts';
import { readStoredState } from './stored-state.ts';
import { createViewSender } from './views.ts';

const ROUNDS = 25;
const WRITES = 24;

/** Returns the drill with a fake site in place of the product. */
function drillOn(site: FakeSite) {
  const truth = createSiteTruth(site.generated.content);
  const log = createOutcomeLog();
  const random = createRandom(3);
  const reads = createReads(truth, createChecker({ truth, maxLagMs: 0 }), random);
  const session = createSession(site.client);
  const views = createViewSender(site.client, truth, log, random);
  return {
    truth,
    async read(kinds: readonly Kind[] = READ_KINDS): Promise<Outcome[]> {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const kind of kinds) {
          const { path, check } = reads.read(kind);
          const exchange = await site.client(path);
          log.add(kind, exchange, check(exchange));
        }
      }
      return log.between(0, Infinity);
    },
    /** Runs the editor until this number of writes was sent. */
    async edit(): Promise<Outcome[]> {
      const ending = new AbortController();
      let writes = 0;
      await runEditor({
        truth,
        session,
        log,
        random,
        ended: ending.signal,
        pauseMs: 0,
        client: (path, options) => {
          if (options?.body !== undefined && (writes += 1) === WRITES) ending.abort();
          return site.client(path, options);
        },
      });
      return log.between(0, Infinity);
    },
    async view(): Promise<void> {
      for (let round = 0; round < ROUNDS; round += 1) await views.send();
    },
    stored: () => readStoredState({ client: site.client, session, truth, views: views.sent }),
  };
}

const wrongOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap(({ kind, verdict, reason }) => (verdict === 'wrong' ? [`${kind}: ${reason}`] : []));

describe('the checker', () => {
  it('reports nothing for a correct site, while an editor writes and visitors view', async () => {
    const drill = drillOn(createFakeSite());
    await drill.edit();
    await drill.view();
    const outcomes = await drill.read();
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(
      new Set([...READ_KINDS, 'write', 'editor read', 'view']),
    );
    expect(outcomes.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(await drill.stored()).toEqual({ lostWrites: [], missingViews: 0, extraViews: 0, unread: 0 });
  });

  it.each([
    ['article page', '404 for an article that exists', { status: 404, body: 'not found' }],
    ['article page', 'an empty document', { status: 200, body: '<main></main>' }],
    ['home page', 'a home page without posts', { status: 200, body: '<p>Searched News Not Available</p>' }],
    ['category page', 'a category that is not found', { status: 404, body: '' }],
    ['search page', 'a search page without articles', { status: 200, body: '0 articles' }],
    ['catalogue page', 'a shop without books', { status: 200, body: '<main></main>' }],
    ['post list', 'an empty list', { status: 200, body: '{"data":[],"meta":{"pagination":{"total":0}}}' }],
    [
      'post',
      'no post of a slug that exists',
      { status: 200, body: '{"data":[],"meta":{"pagination":{"total":0}}}' },
    ],
    ['post', '404 for a post that exists', { status: 404, body: '{"data":null}' }],
    [
      'search',
      'a search without results',
      { status: 200, body: '{"data":[],"meta":{"pagination":{"total":0}}}' },
    ],
    ['feed', 'an empty feed', { status: 200, body: '<rss></rss>' }],
    ['lists', 'no categories', { status: 200, body: '{"data":[],"meta":{"pagination":{"total":0}}}' }],
    [
      'catalogue',
      'an empty catalogue',
      { status: 200, body: '{"data":[],"meta":{"pagination":{"total":0}}}' },
    ],
  ] as const)('detects in %s: %s', async (kind, _what, response) => {
    const site = createFakeSite();
    site.plant(() => response);
    const outcomes = await drillOn(site).read([kind]);
    expect(outcomes.length).toBe(ROUNDS);
    expect(outcomes.filter(({ verdict }) => verdict !== 'wrong')).toEqual([]);
  });

  it('allows a search without older posts only while it says that it is being prepared', async () => {
    const site = createFakeSite();
    site.plant(() => ({
      status: 200,
      body: '<p>The search is still being prepared, so older articles may be missing.</p>',
    }));
    const drill = drillOn(site);
    expect(wrongOf(await drill.read(['search page']))).toEqual([]);
    expect(wrongOf(await drill.read(['category page'])).length).toBeGreaterThan(0);
  });

  it('detects a response to another request', async () => {
    const site = createFakeSite();
    const [first] = site.posts;
    site.plant((path, response) =>
      path.startsWith('/api/posts?filters[slug]')
        ? { status: 200, body: JSON.stringify({ data: [{ id: first?.id, attributes: first }] }) }
        : response,
    );
    const outcomes = await drillOn(site).read(['post']);
    expect(wrongOf(outcomes)).toContainEqual(expect.stringContaining('another post'));
  });

  it('detects a post missing in a list', async () => {
    const site = createFakeSite();
    const drill = drillOn(site);
    site.posts.splice(2, 1);
    expect(wrongOf(await drill.read(['post list'])).length).toBeGreaterThan(0);
  });

  it('distinguishes a failure from a wrong response', async () => {
    const site = createFakeSite();
    site.plant(() => ({ status: 503, body: '', headers: { 'retry-after': '1' } }));
    const outcomes = await drillOn(site).read();
    expect(new Set(outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['failed']));
  });

  it('detects a response to the editor that is older than the acknowledgement', async () => {
    const site = createFakeSite();
    const drill = drillOn(site);
    const seen = new Map<string, string>();
    site.plant((path, response) => {
      if (!path.includes('publicationState')) return response;
      const first = seen.get(path) ?? response.body;
      seen.set(path, first);
      return { ...response, body: first };
    });
    expect(wrongOf(await drill.edit())).toContainEqual('editor read: 200: not what was acknowledged');
  });

  it('detects content that is older than allowed, unless it is marked with its age', async () => {
    const site = createFakeSite();
    const drill = drillOn(site);
    const [base] = site.posts;
    const now = Date.now();
    const acknowledged = { sentAt: now - 60_000, ackedAt: now - 60_000 };
    drill.truth.addEdited({
      slug: 'changed',
      id: 900,
      publishDate: now,
      category: 'markets',
      tag: '',
      versions: [
        { state: { title: 'Before', isPublished: true }, sentAt: now - 90_000, ackedAt: now - 90_000 },
        { state: { title: 'After', isPublished: true }, ...acknowledged },
      ],
    });
    const checker = createChecker({ truth: drill.truth, maxLagMs: 10_000 });
    const exchange = (title: string, headers = {}) => ({
      path: '/api/posts/900',
      status: 200,
      error: null,
      headers,
      body: JSON.stringify({ data: { id: 900, attributes: { ...base, slug: 'changed', title } } }),
      startedAt: now,
      endedAt: now,
    });
    const verdict = (title: string, headers = {}) =>
      checker.postById(exchange(title, headers), 'changed').verdict;
    expect({
      current: verdict('After'),
      old: verdict('Before'),
      oldAndMarked: verdict('Before', { 'x-data-age': '55' }),
      olderThanMarked: verdict('Before', { 'x-data-age': '20' }),
      oldAndStale: verdict('Before', { warning: '110 - "Response is Stale"' }),
      neverWritten: verdict('Never', { 'x-data-age': '55' }),
    }).toEqual({
      current: 'ok',
      old: 'wrong',
      oldAndMarked: 'ok',
      olderThanMarked: 'wrong',
      oldAndStale: 'ok',
      neverWritten: 'wrong',
    });
  });

  it('allows readers to show the state before the writer failed, while it is down', () => {
    const now = Date.now();
    let unpublishedSince: number | null = now - 30_000;
    const site = createFakeSite();
    const drill = drillOn(site);
    drill.truth.addEdited({
      slug: 'unpublished',
      id: 900,
      publishDate: now,
      category: 'markets',
      tag: '',
      versions: [{ state: { title: 'New', isPublished: true }, sentAt: now - 32_000, ackedAt: now - 31_000 }],
    });
    const checker = createChecker({
      truth: drill.truth,
      maxLagMs: 5_000,
      unpublishedSince: () => unpublishedSince,
    });
    const exchange = { path: '', error: null, headers: {}, body: '', startedAt: now, endedAt: now };
    const verdict = () => checker.articlePage({ ...exchange, status: 404 }, 'unpublished').verdict;
    expect(verdict()).toBe('ok');
    unpublishedSince = null;
    expect(verdict()).toBe('wrong');
  });

  it('detects writes and views that were acknowledged and lost', async () => {
    const site = createFakeSite();
    const drill = drillOn(site);
    await drill.edit();
    await drill.view();
    expect((await drill.stored()).lostWrites).toEqual([]);
    const written = drill.truth.edited.filter(({ id }) => id !== null).length;
    for (const post of site.posts.splice(60)) expect(post.slug).toMatch(/^drill-/);
    site.loseViews();
    await drill.view();
    expect(await drill.stored()).toEqual({
      lostWrites: expect.objectContaining({ length: written }),
      missingViews: ROUNDS,
      extraViews: 0,
      unread: 0,
    });
  });

  it('detects counted views that were never sent', async () => {
    const site = createFakeSite();
    const drill = drillOn(site);
    await drill.view();
    const [viewed] = site.posts.filter(({ id, views_count }) => {
      const before = site.generated.content.posts.find((post) => post.id === id);
      return views_count > (before?.viewsCount ?? 0);
    });
    if (viewed !== undefined) viewed.views_count += 5;
    expect((await drill.stored()).extraViews).toBe(5);
  });

  it('detects at once that a write was acknowledged and not stored', async () => {
    const site = createFakeSite();
    const drill = drillOn(site);
    site.loseWrites();
    expect(wrongOf(await drill.edit())).toContainEqual('editor read: 404: not what was acknowledged');
    expect((await drill.stored()).lostWrites.length).toBeGreaterThan(0);
  });
});
