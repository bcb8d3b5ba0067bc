import { setTimeout as delay } from 'node:timers/promises';
import type { OneBody, Wire } from '@vidhi/collections/all.ts';
import { DEMO_STAFF } from '@vidhi/local/demo-staff.mjs';
import { pick, type Random } from '@vidhi/harness/random.ts';
import type { Client, Exchange } from '@vidhi/harness/http-exchange.ts';
import { failureOf, OK, wrong, type CheckResult, type OutcomeLog } from './outcomes.ts';
import {
  NOT_FOUND_STATE,
  type EditedPost,
  type PostState,
  type SiteTruth,
  type Version,
} from './site-truth.ts';

/** A logged-in user during the drill. */
export interface EditorSession {
  headers(): Record<string, string>;
  /** Logs in again; keeps the current token when that fails. */
  renew(): Promise<boolean>;
}

const STEP_MS = 250;
const RENEW_MS = 240_000;
/** Number of posts in a cycle: one stays published and two are withdrawn. */
const CYCLE = 3;

/** A session of the demo's editor through the gateway; not logged in before `renew` has succeeded. */
export function createSession(client: Client): EditorSession {
  let token: string | null = null;
  const [editor] = DEMO_STAFF;
  return {
    headers: () => (token === null ? {} : { authorization: `Bearer ${token}` }),
    async renew() {
      const { status, body } = await client('/api/auth/local', {
        method: 'POST',
        body: { identifier: editor?.email, password: editor?.password },
      });
      if (status !== 200) return false;
      token = (JSON.parse(body) as { jwt: string }).jwt;
      return true;
    },
  };
}

type Post = Wire<'post'>;

/** Returns the document in a response, or null. */
export function storedIn(body: string): Post | null {
  try {
    return (JSON.parse(body) as Partial<OneBody<'post'>>).data ?? null;
  } catch {
    return null;
  }
}

/** Returns whether the response shows one of these states; a missing document is in the state `NOT_FOUND`. */
export function isInState(stored: Post | null, states: readonly PostState[]): boolean {
  if (stored === null) return states.includes(NOT_FOUND_STATE);
  const isPublished = stored.attributes.publishedAt !== null;
  return states.some((state) => state.isPublished === isPublished && state.title === stored.attributes.title);
}

export interface EditorOptions {
  client: Client;
  session: EditorSession;
  truth: SiteTruth;
  log: OutcomeLog;
  random: Random;
  ended: AbortSignal;
  /** Pause between two steps. */
  pauseMs?: number;
}

/**
 * Publishes posts, changes their titles, withdraws two of three, and reads each back after its
 * acknowledgement, until ended. Does not continue with a post after a failed write, as its state is unknown.
 */
export async function runEditor(options: EditorOptions): Promise<void> {
  const { client, session, truth, log, random, ended, pauseMs = STEP_MS } = options;
  let renewedAt = Date.now();

  async function write(
    post: EditedPost,
    state: PostState,
    send: () => Promise<Exchange>,
  ): Promise<Post | null> {
    const version: Version = { state, sentAt: Date.now(), ackedAt: null };
    post.versions.push(version);
    const exchange = await send();
    const stored = exchange.status === 200 ? storedIn(exchange.body) : null;
    if (stored !== null) version.ackedAt = exchange.endedAt;
    log.add('write', exchange, judgeWrite(exchange, stored));
    return stored;
  }

  async function readBack(post: EditedPost, state: PostState): Promise<void> {
    const exchange = await client(`/api/posts/${post.id}?publicationState=preview`, {
      headers: session.headers(),
    });
    const failure = failureOf(exchange);
    const isSame = isInState(exchange.status === 200 ? storedIn(exchange.body) : null, [state]);
    const verdict = isSame ? OK : wrong(`${exchange.status}: not what was acknowledged`);
    log.add('editor read', exchange, failure ?? verdict);
    await delay(pauseMs);
  }

  async function workOn(number: number): Promise<boolean> {
    const category = pick(random, truth.content.listed);
    const tag = pick(random, truth.content.tags);
    const slug = `drill-${number}-${Math.floor(random() * 1e9).toString(36)}`;
    const publishDate = Date.now();
    const post: EditedPost = {
      slug,
      id: null,
      publishDate,
      category: category.slug,
      tag: tag.slug,
      versions: [],
    };
    const title = `Drilled ${slug} first`;
    const data = {
      title,
      slug,
      content: `<p>Written by the drill: ${slug}.</p>`,
      publish_date: new Date(publishDate).toISOString(),
      categories: [category.id],
      tags: [tag.id],
    };
    truth.addEdited(post);
    const steps: { state: PostState; change: object }[] = [
      { state: { title, isPublished: true }, change: data },
      {
        state: { title: `Drilled ${slug} second`, isPublished: true },
        change: { title: `Drilled ${slug} second` },
      },
      ...(number % CYCLE === 0
        ? []
        : [
            {
              state: { title: `Drilled ${slug} second`, isPublished: false },
              change: { publishedAt: null },
            },
          ]),
    ];
    for (const { state, change } of steps) {
      if (ended.aborted) return true;
      const stored = await write(post, state, () =>
        client(post.id === null ? '/api/posts' : `/api/posts/${post.id}`, {
          method: post.id === null ? 'POST' : 'PUT',
          headers: session.headers(),
          body: { data: change },
        }),
      );
      if (stored === null) return false;
      post.id = stored.id;
      await readBack(post, state);
    }
    return true;
  }

  for (let number = 1; !ended.aborted; number += 1) {
    if (Date.now() - renewedAt > RENEW_MS && (await session.renew())) renewedAt = Date.now();
    if (!(await workOn(number))) await delay(pauseMs);
  }
}

function judgeWrite(exchange: Exchange, stored: Post | null): CheckResult {
  if (stored !== null) return OK;
  return failureOf(exchange) ?? wrong(`${exchange.status} to a valid write: ${exchange.body.slice(0, 200)}`);
}
