import { setTimeout as delay } from 'node:timers/promises';
import type { ListBody } from '@vidhi/collections/all.ts';
import { isInState, storedIn, type EditorSession } from './editor.ts';
import type { Client, Exchange } from '@vidhi/harness/http-exchange.ts';
import { finalStates, type SiteTruth } from './site-truth.ts';
import type { SentViews } from './views.ts';

const PATIENCE_MS = 60_000;
const AGAIN_MS = 250;
const BATCH = 50;

/** Stored state compared with acknowledged writes. */
export interface StoredState {
  /** Slugs of posts that differ from their last acknowledged write. */
  lostWrites: string[];
  /** Acknowledged views that are not counted. */
  missingViews: number;
  /** Counted views that were never sent. */
  extraViews: number;
  /** Number of posts and view counts that could not be read. */
  unread: number;
}

/** Retries until a request succeeds or PATIENCE_MS have passed. */
async function requestWithRetries(request: () => Promise<Exchange>): Promise<Exchange> {
  for (const end = Date.now() + PATIENCE_MS; ; await delay(AGAIN_MS)) {
    const exchange = await request();
    if ((exchange.status !== null && exchange.status < 500) || Date.now() > end) return exchange;
  }
}

export interface StoredStateOptions {
  client: Client;
  session: EditorSession;
  truth: SiteTruth;
  views: ReadonlyMap<number, Readonly<SentViews>>;
}

/**
 * Reads every post and count written by the drill, as an editor, for whom the writer responds from the stored
 * state.
 */
export async function readStoredState(options: StoredStateOptions): Promise<StoredState> {
  const { client, session, truth, views } = options;
  const state: StoredState = { lostWrites: [], missingViews: 0, extraViews: 0, unread: 0 };
  const asEditor = (path: string) => requestWithRetries(() => client(path, { headers: session.headers() }));

  for (const post of truth.edited) {
    if (post.id === null) continue;
    const { status, body } = await asEditor(`/api/posts/${post.id}?publicationState=preview`);
    if (status !== 200 && status !== 404) {
      state.unread += 1;
      continue;
    }
    const stored = status === 200 ? storedIn(body) : null;
    if (!isInState(stored, finalStates(post))) state.lostWrites.push(post.slug);
  }

  const before = new Map(truth.content.posts.map(({ id, viewsCount }) => [id, viewsCount]));
  const ids = [...views.keys()];
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    const filter = some.map((id, index) => `filters[id][$in][${index}]=${id}`).join('&');
    const { status, body } = await asEditor(
      `/api/posts?${filter}&fields[0]=views_count&pagination[pageSize]=100`,
    );
    if (status !== 200) {
      state.unread += some.length;
      continue;
    }
    const { data } = JSON.parse(body) as ListBody<'post'>;
    const counts = new Map(data.map(({ id, attributes }) => [id, attributes.views_count ?? 0]));
    for (const id of some) {
      const { sent = 0, acknowledged = 0 } = views.get(id) ?? {};
      const counted = (counts.get(id) ?? 0) - (before.get(id) ?? 0);
      state.missingViews += Math.max(0, acknowledged - counted);
      state.extraViews += Math.max(0, counted - sent);
    }
  }
  return state;
}
