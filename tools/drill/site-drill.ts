import { setTimeout as delay } from 'node:timers/promises';
import { createChecker } from './checker.ts';
import { generateContent } from './content.ts';
import { createSession } from './editor.ts';
import { readContent } from './demo-content.ts';
import { createClient, type Client } from '@vidhi/harness/http-exchange.ts';
import { ENGINES } from '@vidhi/harness/engines.ts';
import { listRecorded } from '@vidhi/local/processes.mjs';
import { isProcessReady } from '@vidhi/harness/process-readiness.ts';
import { join } from 'node:path';
import { inject, type Trial } from './faults.ts';
import { createRandom } from '@vidhi/harness/random.ts';
import { startLoad } from './load.ts';
import { watchMachine } from './machine-watch.ts';
import { createOutcomeLog, READS } from './outcomes.ts';
import type { Product } from './product.ts';
import { createBuyers } from './purchases.ts';
import { createReads, READ_KINDS } from './reads.ts';
import { createSiteTruth, type SiteContent } from './site-truth.ts';
import { readStoredState, type StoredState } from './stored-state.ts';
import type { ConfigName } from './targets.ts';
import { createTrialResult, countOutcomes, type TrialResult } from './trial-result.ts';

export interface SiteDrillOptions {
  product: Product;
  config: ConfigName;
  /** Number of generated posts, or the demo site. */
  posts: number | 'demo';
  seed: number;
  readsPerSecond: number;
  /** Minimum time for which a fault is observed. */
  seconds: number;
  /** Duration of a lasting fault. */
  holdSeconds: number;
  /** Maximum time of recovery after a fault. */
  patienceSeconds: number;
  /** Time for which the state before a write may be returned without a staleness mark. */
  maxLagMs: number;
  /** Time-out of requests; default 15 s. */
  requestMs?: number;
  ended: AbortSignal;
  say: (line: string) => void;
}

/** A site under load, on which faults are injected one after the other. */
export interface SiteDrill {
  run(trial: Trial): Promise<TrialResult>;
  /** Restarts the whole product without load, and reads its content. */
  checkAfterRestart(): Promise<TrialResult>;
  stop(): Promise<void>;
}

const REQUEST_MS = 15_000;
const CALM_MS = 3_000;
const POLL_MS = 100;
const FIRST_RESPONSES_MS = 300_000;
const AGAIN_MS = 500;

async function importContent(
  { product, posts, seed, ended }: SiteDrillOptions,
  client: Client,
): Promise<SiteContent> {
  if (posts !== 'demo') {
    const { content, parts } = generateContent(posts, seed, Date.now());
    await product.importParts(parts);
    return content;
  }
  await product.importDemo();
  // Readers follow the import; it is complete when two consecutive reads are equal.
  let content = await readContent(client);
  for (let before = ''; before !== JSON.stringify(content) && !ended.aborted;) {
    before = JSON.stringify(content);
    await delay(CALM_MS);
    content = await readContent(client);
  }
  return content;
}

/** Waits until every reader has consumed the whole import: a read of one kind sees one reader only. */
async function untilReadersHave(
  content: SiteContent,
  { product, requestMs, ended }: SiteDrillOptions,
): Promise<void> {
  for (const url of product.newsReaders()) {
    const reader = createClient(url, requestMs ?? REQUEST_MS);
    try {
      for (const list of ['posts', 'categories', 'tags'] as const) {
        const least = content[list].length;
        const end = Date.now() + FIRST_RESPONSES_MS;
        while (!ended.aborted && (await totalOf(reader, `/api/${list}`)) < least) {
          if (Date.now() > end) throw new Error(`${url} has not read all ${list} of the import`);
          await delay(POLL_MS);
        }
      }
    } finally {
      reader.close();
    }
  }
}

/** Resolves with the number of documents in a list; -1 without a successful response. */
async function totalOf(client: Client, path: string): Promise<number> {
  const { status, body } = await client(`${path}?pagination[pageSize]=1`);
  if (status !== 200) return -1;
  return (JSON.parse(body) as { meta: { pagination: { total: number } } }).meta.pagination.total;
}

/** Imports the content into a started product, waits until it is visible, and starts the load. */
export async function openSiteDrill(options: SiteDrillOptions): Promise<SiteDrill> {
  const { product, config, ended, say } = options;
  const client = createClient(product.gateway(), options.requestMs ?? REQUEST_MS);
  let content: SiteContent;
  try {
    content = await importContent(options, client);
    await untilReadersHave(content, options);
  } catch (error) {
    client.close();
    throw error;
  }
  const truth = createSiteTruth(content);
  let writerUnavailableSince: number | null = null;
  const checker = createChecker({
    truth,
    maxLagMs: options.maxLagMs,
    unpublishedSince: () => writerUnavailableSince,
  });
  const log = createOutcomeLog();
  const session = createSession(client);
  const provider = createClient(product.paymentSandbox(), options.requestMs ?? REQUEST_MS);
  const buyers = createBuyers({ client, provider, truth, log, ended });
  const reads = createReads(truth, checker, createRandom(options.seed));
  let before: StoredState = { lostWrites: [], missingViews: 0, extraViews: 0, unread: 0 };

  /** Waits until one read of each kind succeeds, and the editor is logged in. */
  async function untilAvailable(): Promise<void> {
    const open = new Set(READ_KINDS);
    let isLoggedIn = false;
    let last = '';
    for (const end = Date.now() + FIRST_RESPONSES_MS; Date.now() < end && !ended.aborted;) {
      isLoggedIn ||= await session.renew();
      for (const kind of open) {
        const { path, check } = reads.read(kind);
        const verdict = check(await client(path));
        if (verdict.verdict === 'ok') open.delete(kind);
        else last = `${kind}, ${path}: ${verdict.verdict}, ${verdict.reason}`;
      }
      if (isLoggedIn && open.size === 0) return;
      await delay(AGAIN_MS);
    }
    throw new Error(`the site does not respond: ${isLoggedIn ? last : 'the editor cannot log in'}`);
  }

  async function changesSince(sent: StoredState): Promise<StoredState> {
    const state = await readStoredState({ client, session, truth, views: load.views.sent });
    before = state;
    return {
      lostWrites: state.lostWrites.filter((slug) => !sent.lostWrites.includes(slug)),
      missingViews: Math.max(0, state.missingViews - sent.missingViews),
      extraViews: Math.max(0, state.extraViews - sent.extraViews),
      unread: state.unread,
    };
  }

  try {
    await untilAvailable();
    await buyers.untilPossible();
  } catch (error) {
    provider.close();
    client.close();
    throw error;
  }
  const load = startLoad({
    client,
    session,
    buyers,
    truth,
    checker,
    log,
    seed: options.seed,
    readsPerSecond: options.readsPerSecond,
  });

  // An idle service, which is down only while it is the target of a fault.
  const idle = createClient(product.idleService(), REQUEST_MS);
  const machine = watchMachine(idle);

  const isBad = ({ verdict }: { verdict: string }): boolean => verdict !== 'ok';

  /** Returns whether all reads and writes succeeded for some time. */
  function isCalm(since: number): boolean {
    const from = Math.max(since, Date.now() - CALM_MS);
    return (
      Date.now() - since >= CALM_MS &&
      log.countSince(from, isBad) === 0 &&
      log.countSince(from, ({ kind }) => kind === 'write') > 0 &&
      log.countSince(from, ({ kind }) => READS.has(kind)) > 0
    );
  }

  const runningPids = (): Map<string, number> =>
    new Map(listRecorded(join(product.dataDir, 'run')).map(({ name, process }) => [name, process.pid]));

  /** Processes that do not run any more as they did, apart from the target of a fault that ends it. */
  function exitedSince(running: ReadonlyMap<string, number>, { fault, target }: Trial): string[] {
    const isEngine = ENGINES.some((engine) => engine === target.name);
    // The launcher replaces a hung process, but waits for a hung engine.
    const isEnded =
      fault === 'kill' || fault === 'wipe' || fault === 'roll' || (fault === 'hang' && !isEngine);
    const now = runningPids();
    return [...running]
      .filter(([name, pid]) => now.get(name) !== pid && !(isEnded && target.processes.includes(name)))
      .map(([name]) => name);
  }

  async function run(trial: Trial): Promise<TrialResult> {
    const notSentBefore = load.notSent();
    const faultAt = Date.now();
    let overAt: number | null = null;
    let injectionError: unknown = null;
    const running = runningPids();
    const injection = inject(product, trial, { holdMs: options.holdSeconds * 1_000, ended }).then(
      () => void (overAt = Date.now()),
      (error: unknown) => void (injectionError = error),
    );
    let readyAt: number | null = null;
    let isHealthy = false;
    if (config === 'two-readers' && trial.target.processes.includes('news')) writerUnavailableSince = faultAt;
    const isReady = async (): Promise<boolean> => {
      const states = await Promise.all(
        trial.target.processes.map((name) => isProcessReady(product.dataDir, name)),
      );
      return states.every(Boolean);
    };
    // The launcher needs a moment to detect an exit; until then the old process may still respond.
    await delay(POLL_MS);
    const patienceMs = options.patienceSeconds * 1_000;
    while (injectionError === null && !ended.aborted && Date.now() - (overAt ?? Date.now()) < patienceMs) {
      const isUp = await isReady();
      if (isUp) readyAt ??= Date.now();
      else readyAt = null;
      // From then on the normal lag applies.
      if (overAt !== null && readyAt !== null && Date.now() - readyAt > options.maxLagMs)
        writerUnavailableSince = null;
      const watched = Date.now() - faultAt >= options.seconds * 1_000;
      if (watched && overAt !== null && readyAt !== null && isCalm(overAt)) {
        isHealthy = true;
        break;
      }
      await delay(POLL_MS);
    }
    await injection;
    const endAt = Date.now();
    const exited = exitedSince(running, trial);
    await load.drain();
    writerUnavailableSince = null;
    if (!isHealthy && injectionError === null && !ended.aborted) {
      say('not healthy: restarting everything');
      await product.restart();
      await untilAvailable();
    }
    return createTrialResult(config, trial.fault, trial.target.name, {
      ...countOutcomes(log.between(faultAt, endAt), faultAt, machine.wasHeldUp),
      readySeconds: readyAt === null ? null : (readyAt - faultAt) / 1_000,
      healthySeconds:
        isHealthy && readyAt !== null
          ? (Math.max(readyAt, lastBadEnd(faultAt, endAt)) - faultAt) / 1_000
          : null,
      heldSeconds: ((overAt ?? endAt) - faultAt) / 1_000,
      exited,
      ...(await changesSince(before)),
      notSent: load.notSent() - notSentBefore,
      notRun: injectionError === null ? null : String(injectionError),
    });
  }

  /** Time of the last bad response to a request in the span; its start when there was none. */
  function lastBadEnd(from: number, to: number): number {
    const bad = log.between(from, to).filter(isBad);
    return Math.max(from, ...bad.map(({ startedAt, ms }) => startedAt + ms));
  }

  return {
    run,
    async checkAfterRestart() {
      await load.stop();
      const startedAt = Date.now();
      await product.restart();
      await untilAvailable();
      const healthySeconds = (Date.now() - startedAt) / 1_000;
      return createTrialResult(config, 'restart', 'all', {
        ...(await changesSince(before)),
        healthySeconds,
        readySeconds: healthySeconds,
      });
    },
    async stop() {
      await load.stop();
      await machine.stop();
      idle.close();
      provider.close();
      client.close();
    },
  };
}
