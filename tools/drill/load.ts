import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from './dice.ts';
import { runEditor, type EditorSession } from './editor.ts';
import type { Client } from './http-exchange.ts';
import type { Checker } from './checker.ts';
import { failureOf, OK, wrong, type OutcomeLog } from './outcomes.ts';
import { createReads } from './reads.ts';
import type { SiteTruth } from './site-truth.ts';
import { addressOf, createViewSender, type ViewSender } from './views.ts';

export interface LoadOptions {
  client: Client;
  session: EditorSession;
  truth: SiteTruth;
  checker: Checker;
  log: OutcomeLog;
  seed: number;
  readsPerSecond: number;
}

export interface Load {
  views: ViewSender;
  /** Requests that were not sent, as too many waited for their responses. */
  notSent(): number;
  /** Resolves when what has been sent so far has its response. */
  drain(): Promise<void>;
  /** Ends the load and waits for its last responses. */
  stop(): Promise<void>;
}

const VIEWS_PER_SECOND = 2;
const SESSIONS_PER_SECOND = 0.5;
const MAX_IN_FLIGHT = 600;
/** Addresses of visitors who read: beside those of views, which are all different. */
const READERS = 200;
const FIRST_READER = 0xf0_0000;

/** Sends reads, views and an editor's writes at their rates, whatever comes back, until it is stopped. */
export function startLoad(options: LoadOptions): Load {
  const { client, session, truth, checker, log, seed, readsPerSecond } = options;
  const random = createRandom(seed);
  const reads = createReads(truth, checker, random);
  const views = createViewSender(client, truth, log, random);
  const ending = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let notSent = 0;

  async function sendRead(): Promise<void> {
    const { kind, path, judge } = reads.next();
    const reader = FIRST_READER + Math.floor(random() * READERS);
    const exchange = await client(path, { headers: { 'x-forwarded-for': addressOf(reader) } });
    log.add(kind, exchange, judge(exchange));
  }

  async function sendSession(): Promise<void> {
    const exchange = await client('/api/users/me', { headers: session.headers() });
    const judgement = exchange.status === 200 ? OK : wrong(`${exchange.status} to a valid token`);
    log.add('session', exchange, failureOf(exchange) ?? judgement);
  }

  /** An open loop: what is late is made up for, never more than one second of it. */
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
