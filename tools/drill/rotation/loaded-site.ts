import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client } from '@vidhi/harness/http-exchange.ts';
import { createChecker } from '../checker.ts';
import { generateContent } from '../content.ts';
import { createSession, type EditorSession } from '../editor.ts';
import { startLoad } from '../load.ts';
import { createOutcomeLog, type OutcomeLog } from '../outcomes.ts';
import type { Product } from '../product.ts';
import { createBuyers } from '../purchases.ts';
import { createSiteTruth } from '../site-truth.ts';
import { startMemberLoad, type MemberLoad } from './member-load.ts';
import { startPictureLoad } from './picture-load.ts';
import { createWebhookWatch } from './webhook-watch.ts';

/** A site with every kind of request that a secret is part of. */
export interface LoadedSite {
  client: Client;
  log: OutcomeLog;
  editor: EditorSession;
  members: MemberLoad;
  /** Waits until what was begun has ended, and records what became of webhooks. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export interface LoadedSiteOptions {
  product: Product;
  scrapeToken: () => string;
  ended: AbortSignal;
}

const POSTS = 200;
const READS_PER_SECOND = 10;
const REQUEST_MS = 15_000;
const AGAIN_MS = 250;
const START_MS = 300_000;
/** Staleness is the business of the drill of faults. */
const MAX_LAG_MS = 3_600_000;
const SETTLE_MS = 3_000;

/** Imports content, and starts reads, an editor, views, pictures, members, registrations, purchases and scrapes. */
export async function openLoadedSite({
  product,
  scrapeToken,
  ended,
}: LoadedSiteOptions): Promise<LoadedSite> {
  const { content, parts } = generateContent(POSTS, 1, Date.now());
  await product.importParts(parts);
  const { publicUrl, mailInbox } = product.addresses();
  const client = createClient(product.gateway(), REQUEST_MS);
  const provider = createClient(product.paymentSandbox(), REQUEST_MS);
  const inbox = createClient(mailInbox, REQUEST_MS);
  const clients = [client, provider, inbox];
  const truth = createSiteTruth(content);
  const log = createOutcomeLog();
  const checker = createChecker({ truth, maxLagMs: MAX_LAG_MS, unpublishedSince: () => null });
  const editor = createSession(client);
  const buyers = createBuyers({ client, provider, truth, log, ended });
  try {
    for (const end = Date.now() + START_MS; !ended.aborted; await delay(AGAIN_MS)) {
      const { status, body } = await client('/api/posts?pagination[pageSize]=1');
      if (status === 200 && body.includes(`"total":${POSTS}`) && (await editor.renew())) break;
      if (Date.now() > end) throw new Error('the site does not respond');
    }
    await buyers.untilPossible();
  } catch (error) {
    for (const each of clients) each.close();
    throw error;
  }
  const load = startLoad({
    client,
    session: editor,
    buyers,
    truth,
    checker,
    log,
    seed: 1,
    readsPerSecond: READS_PER_SECOND,
  });
  const members = startMemberLoad({ client, inbox, origin: new URL(publicUrl).origin, log, scrapeToken });
  const pictures = startPictureLoad({ gateway: product.gateway(), client, headers: editor.headers, log });
  const webhooks = createWebhookWatch(provider, log);
  let isStopped = false;
  return {
    client,
    log,
    editor,
    members,
    async settle() {
      await delay(SETTLE_MS);
      await Promise.all([load.drain(), members.drain()]);
      await webhooks.check();
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await Promise.all([load.stop(), members.stop(), pictures.stop()]);
      for (const each of clients) each.close();
    },
  };
}
