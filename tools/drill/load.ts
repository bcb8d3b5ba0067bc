import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@vidhi/harness/random.ts';
import { runEditor, type EditorSession } from './editor.ts';
import type { Client } from '@vidhi/harness/http-exchange.ts';
import type { Buyers } from './purchases.ts';
import type { Checker } from './checker.ts';
import { failureOf, OK, wrong, type OutcomeLog } from './outcomes.ts';
import { createReads } from './reads.ts';
import type { SiteTruth } from './site-truth.ts';
import { addressOf, createViewSender, type ViewSender } from './views.ts';

export interface LoadOptions {
  client: Client;
  session: EditorSession;
  buyers: Buyers;
  truth: SiteTruth;
  checker: Checker;
  log: OutcomeLog;
  seed: number;
  readsPerSecond: number;
}

export interface Load {
  views: ViewSender;
  /** Requests that were not sent because too many were in flight. */
  notSent(): number;
  /** Resolves when all requests sent so far have completed. */
  drain(): Promise<void>;
  /** Ends the load and waits for pending responses. */
  stop(): Promise<void>;
}

const VIEWS_PER_SECOND = 2;
const SESSIONS_PER_SECOND = 0.5;
const PURCHASES_PER_SECOND = 1;
const MAX_IN_FLIGHT = 600;
/** IP addresses of readers, different from those of views. */
const READERS = 200;
const FIRST_READER = 0xf0_0000;

/** Sends reads, views, purchases and an editor's writes at constant rates until it is stopped. */
export function startLoad(options: LoadOptions): Load {
  const { client, session, buyers, truth, checker, log, seed, readsPerSecond } = options;
  const random = createRandom(seed);
  const reads = createReads(truth, checker, random);
  const views = createViewSender(client, truth, log, random);
  const ending = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let notSent = 0;

  async function sendRead(): Promise<void> {
    const { kind, path, check } = reads.next();
    const reader = FIRST_READER + Math.floor(random() * READERS);
    const exchange = await client(path, { headers: { 'x-forwarded-for': addressOf(reader) } });
    log.add(kind, exchange, check(exchange));
  }

  async function sendSession(): Promise<void> {
    const exchange = await client('/api/users/me', { headers: session.headers() });
    const verdict = exchange.status === 200 ? OK : wrong(`${exchange.status} to a valid token`);
    log.add('session', exchange, failureOf(exchange) ?? verdict);
  }

  /** Open-loop load: catches up when late, by at most one second. */
  async function sendAtRate(perSecond: number, send: () => Promise<void>): Promise<void> {
    const pauseMs = 1_000 / perSecond;
    let next = Date.now();
    while (!ending.signal.aborted) {
      const now = Date.now();
      next = Math.max(next, now - 1_000);
      for (; next <= now; next += pauseMs) {
        if (inFlight.size >= MAX_IN_FLIGHT) {
          notSent += 1;
          continue;
        }
        const sending = send().finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      await delay(Math.max(1, next - Date.now()), undefined, { signal: ending.signal }).catch(
        () => undefined,
      );
    }
  }

  const running = [
    sendAtRate(readsPerSecond, sendRead),
    sendAtRate(VIEWS_PER_SECOND, () => views.send()),
    sendAtRate(SESSIONS_PER_SECOND, sendSession),
    sendAtRate(PURCHASES_PER_SECOND, () => buyers.buy()),
    runEditor({ client, session, truth, log, random: createRandom(seed + 1), ended: ending.signal }),
  ];

  const drain = async (): Promise<void> => void (await Promise.all(inFlight));
  return {
    views,
    notSent: () => notSent,
    drain,
    async stop() {
      ending.abort();
      await Promise.all(running);
      await drain();
    },
  };
}
