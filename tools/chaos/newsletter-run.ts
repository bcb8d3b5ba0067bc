import { setTimeout as delay } from 'node:timers/promises';
import type { Issue } from '@vidhi/contracts/newsletter.ts';
import { findProcesses, signalProcesses } from '@vidhi/harness/process-signals.ts';
import { createRandom, pick, type Random } from '@vidhi/harness/random.ts';
import type { Exchange } from '@vidhi/harness/http-exchange.ts';
import { repeatUntilResponse, startChaosProduct, type ChaosProduct } from './chaos-product.ts';
import type { Violation } from './evidence.ts';
import { checkNewsletter, type Reader, type Unsubscription } from './newsletter-checks.ts';

export interface NewsletterRunOptions {
  readers: number;
  /** Kills of notify, Redis and Kafka in turn, at even distances of the sending. */
  kills: number;
  /** Readers who unsubscribe after each kill. */
  unsubscribing: number;
  mailsPerMinute: number;
  seed: number;
  /** Maximum time without a mail. */
  patienceMs: number;
  ended: AbortSignal;
  say: (line: string) => void;
}

export interface NewsletterRun {
  readers: number;
  /** Kills that there were: fewer than wanted when the sending ended or stood still before. */
  kills: number;
  /** Readers who unsubscribed. */
  unsubscribed: number;
  /** Readers among them whose turn had not come. */
  unsubscribedInTime: number;
  received: number;
  seconds: number;
  violations: Violation[];
}

interface StoredIssue {
  state: string;
  recipients?: number;
  cursor?: string;
}

const SUBJECT = 'News of the week';
const KILLED = ['notify', 'redis', 'kafka'] as const;
const IMPORTED_AT_ONCE = 500;
const POLL_MS = 1_000;
const SAY_MS = 30_000;
const STATES = ['QUEUED', 'SENDING', 'SENT', 'CANCELLED', 'DEAD'] as const;

const addressOf = (n: number): string => `reader-${n}@readers.example`;

/** Sends one issue to many readers while processes are killed, and checks that each reader has one mail. */
export async function runNewsletter(options: NewsletterRunOptions): Promise<NewsletterRun> {
  const { readers: count, kills, mailsPerMinute, seed, ended, say } = options;
  const site = await startChaosProduct({
    settings: {
      NEWSLETTER_MAILS_PER_MINUTE: String(mailsPerMinute),
      // Room for the mails of the site itself.
      MAX_MAILS: String(count + 10_000),
    },
    ended,
    say,
  });
  try {
    await importReaders(site, count, ended);
    const readers = await site.databases.read<{ _id: string; email: string }>('notify', 'subscribers', {
      state: 'CONFIRMED',
    });
    say(`${readers.length} readers have confirmed`);
    const startedAt = performance.now();
    const id = await sendIssue(site, readers.length, ended);
    const random = createRandom(seed);
    const unsubscriptions: Unsubscription[] = [];
    let killed = 0;
    const progress = createProgress(site, id, options);
    while (killed < kills && !ended.aborted) {
      if (!(await progress.until(Math.floor((count * (killed + 1)) / (kills + 1))))) break;
      // Each in turn, so that few kills meet all of them.
      const name = KILLED[killed % KILLED.length] ?? 'notify';
      signalProcesses(findProcesses(site.product.dataDir, [name]), 'SIGKILL');
      killed += 1;
      say(`${await progress.sent()} mails are sent; killed ${name} (${killed} of ${kills})`);
      const gone = new Set(unsubscriptions.map((one) => one.id));
      const left = readers.filter(({ _id }) => !gone.has(_id));
      unsubscriptions.push(...(await unsubscribeSome(site, id, left, random, options)));
    }
    await progress.until(Number.POSITIVE_INFINITY);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    say('checking everything');
    const evidence = await readEvidence(site, id, readers, unsubscriptions);
    return {
      readers: readers.length,
      kills: killed,
      unsubscribed: unsubscriptions.length,
      unsubscribedInTime: unsubscriptions.filter(({ isBeforeTurn }) => isBeforeTurn).length,
      received: evidence.received.length,
      seconds,
      violations: checkNewsletter(evidence),
    };
  } finally {
    await site.close();
  }
}

/** Calls the site as an administrator until it responds. Rejects for a response other than 2xx. */
async function callAsStaff(
  site: ChaosProduct,
  path: string,
  body: unknown,
  ended: AbortSignal,
): Promise<Exchange> {
  const exchange = await repeatUntilResponse(
    async () => site.site(path, { method: 'POST', headers: await site.asAdministrator(), body }),
    ended,
  );
  const { status } = exchange;
  if (status === null || status >= 300) throw new Error(`${path} responds ${status}: ${exchange.body}`);
  return exchange;
}

async function importReaders(site: ChaosProduct, count: number, ended: AbortSignal): Promise<void> {
  for (let first = 0; first < count && !ended.aborted; first += IMPORTED_AT_ONCE) {
    const length = Math.min(IMPORTED_AT_ONCE, count - first);
    const addresses = Array.from({ length }, (_, n) => addressOf(first + n));
    const consent = 'Readers of a run of tools/chaos';
    await callAsStaff(site, '/api/subscribers/import', { addresses, consent }, ended);
  }
}

async function sendIssue(site: ChaosProduct, audience: number, ended: AbortSignal): Promise<number> {
  const content = { subject: SUBJECT, sections: [{ kind: 'text', heading: '', text: 'Read the site.' }] };
  const created = await callAsStaff(site, '/api/newsletter-issues', { data: content }, ended);
  const { id, rev } = (JSON.parse(created.body) as { data: Issue }).data;
  await callAsStaff(site, `/api/newsletter-issues/${id}/send`, { rev, audience }, ended);
  return id;
}

const rowsOf = (id: number) => ({ eventId: { $regex: `^newsletter\\.sent:${id}:` } });

async function findIssue(site: ChaosProduct, id: number): Promise<StoredIssue> {
  const [issue] = await site.databases.read<StoredIssue>('notify', 'newsletter_issues', { _id: id });
  if (issue === undefined) throw new Error('the issue is gone');
  return issue;
}

/** Follows an issue by the rows of the ledger. */
function createProgress(site: ChaosProduct, id: number, options: NewsletterRunOptions) {
  const { patienceMs, ended, say } = options;
  const countOf = (state: string): Promise<number> =>
    site.databases.count('notify', 'mails', { state, ...rowsOf(id) });
  return {
    sent: () => countOf('SENT'),
    /** Resolves with true when so many mails are sent, and with false when all are, or none came for too long. */
    async until(target: number): Promise<boolean> {
      let [last, movedAt, saidAt] = [-1, Date.now(), Date.now()];
      for (; !ended.aborted; await delay(POLL_MS)) {
        const sent = await countOf('SENT');
        if (sent >= target) return true;
        const open = (await countOf('QUEUED')) + (await countOf('SENDING'));
        if (open === 0 && (await findIssue(site, id)).state === 'sent') return false;
        if (sent !== last) [last, movedAt] = [sent, Date.now()];
        if (Date.now() - movedAt > patienceMs) {
          say(`no mail was sent for ${Math.round(patienceMs / 1_000)} s`);
          return false;
        }
        if (Date.now() - saidAt < SAY_MS) continue;
        saidAt = Date.now();
        say(`${sent} mails are sent, ${open} wait`);
      }
      return false;
    },
  };
}

/** Returns up to `count` different readers: those whose turn has not come, and others only when none of these is left. */
export function chooseReaders<R extends { _id: string }>(
  readers: readonly R[],
  { cursor, count, random }: { cursor: string; count: number; random: Random },
): R[] {
  const chosen = new Set<R>();
  while (chosen.size < Math.min(count, readers.length)) {
    const left = readers.filter((reader) => !chosen.has(reader));
    const waiting = left.filter(({ _id }) => _id > cursor);
    chosen.add(pick(random, waiting.length > 0 ? waiting : left));
  }
  return [...chosen];
}

/** Unsubscribes readers, most of whom have not had their turn. */
async function unsubscribeSome(
  site: ChaosProduct,
  id: number,
  readers: readonly { _id: string }[],
  random: Random,
  { unsubscribing, ended }: NewsletterRunOptions,
): Promise<Unsubscription[]> {
  const { cursor = '' } = await findIssue(site, id);
  const unsubscriptions: Unsubscription[] = [];
  for (const { _id } of chooseReaders(readers, { cursor, count: unsubscribing, random })) {
    await callAsStaff(site, `/api/subscribers/${_id}/unsubscribe`, {}, ended);
    const { cursor: reached = '' } = await findIssue(site, id);
    unsubscriptions.push({ id: _id, isBeforeTurn: reached < _id });
  }
  return unsubscriptions;
}

async function readEvidence(
  site: ChaosProduct,
  id: number,
  readers: readonly { _id: string; email: string }[],
  unsubscriptions: readonly Unsubscription[],
) {
  const { status, body } = await site.inbox('/summaries');
  if (status !== 200) throw new Error(`the inbox responds ${status}`);
  const mails = JSON.parse(body) as { subject: string; to: string[] }[];
  const rows = await Promise.all(
    STATES.map(
      async (state) =>
        [state, await site.databases.count('notify', 'mails', { state, ...rowsOf(id) })] as const,
    ),
  );
  return {
    issue: await findIssue(site, id),
    readers: readers.map(({ _id, email: address }): Reader => ({ id: _id, address })),
    unsubscriptions,
    rows: Object.fromEntries(rows),
    received: mails.flatMap(({ subject, to }) => (subject === SUBJECT ? to : [])),
  };
}
