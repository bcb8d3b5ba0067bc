import { setTimeout as sleep } from 'node:timers/promises';
import type { ListBody, OneBody } from '@vidhi/collections/all.ts';
import { quantile, timed, TIMEOUT_MS, type ConsoleSite } from './console-site.ts';

export interface JobFigures {
  rows: number;
  seconds: number;
  undoSeconds: number;
  /** 95th percentile of what readers wait for lists of articles while the job runs, divided by that before. */
  readersRatio: number | null;
}

interface Job {
  state: string;
  counts: { done: number; unchanged: number; undone: number };
}

const MAX_ROWS = 500;
const READS = 100;
const POLL_MS = 100;

interface JobOptions {
  /** Ends the measurement early. */
  signal: AbortSignal;
  /** Maximum time of the job, and of its undo. */
  patienceMs?: number;
}

const PATIENCE_MS = 300_000;

/**
 * Adds a tag of its own to articles, up to 500 of them, and takes it away again. The site is as before then, but for revisions.
 * The tag is deleted however the measurement ends.
 */
export async function timeBulkTag(site: ConsoleSite, options: JobOptions): Promise<JobFigures> {
  const { call } = site;
  const ids = await findArticles(site);
  const name = `Audit ${Date.now()}`;
  const tag = await call<OneBody<'tag'>>('/api/tags', {
    body: { data: { name, slug: name.toLowerCase().replaceAll(' ', '-') } },
  });
  try {
    return await timeTag(site, tag.data.id, ids, options);
  } finally {
    await call(`/api/tags/${tag.data.id}`, { method: 'DELETE' });
  }
}

async function findArticles({ call }: ConsoleSite): Promise<number[]> {
  const found = await call<ListBody<'post'>>(
    '/api/posts?publicationState=preview&fields[0]=id&pagination[pageSize]=100',
  );
  const ids = found.data.map(({ id }) => id);
  for (let page = 2; ids.length < MAX_ROWS; page += 1) {
    const { data } = await call<ListBody<'post'>>(
      `/api/posts?publicationState=preview&fields[0]=id&pagination[pageSize]=100&pagination[page]=${page}`,
    );
    if (data.length === 0) break;
    ids.push(...data.map(({ id }) => id));
  }
  return ids.slice(0, MAX_ROWS);
}

async function timeTag(
  { url, call }: ConsoleSite,
  tag: number,
  rows: readonly number[],
  { signal, patienceMs = PATIENCE_MS }: JobOptions,
): Promise<JobFigures> {
  const read = () =>
    timed(async () => {
      const list = `${url}/api/posts?pagination[pageSize]=24&_=${Math.random()}`;
      await (await fetch(list, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
    });
  const readAtRest: number[] = [];
  for (let count = 0; count < READS && !signal.aborted; count += 1) readAtRest.push(await read());

  const key = `console-audit-${Date.now()}`;
  const wait = async (state: string): Promise<Job> => {
    for (const end = performance.now() + patienceMs; ; await sleep(POLL_MS, undefined, { signal })) {
      const { data } = await call<{ data: Job }>(`/api/news-jobs/${key}`);
      if (data.state === state) return data;
      if (data.state === 'cancelled' || performance.now() > end)
        throw new Error(`the job is ${data.state}, not ${state}`);
    }
  };
  const job = { key, collection: 'posts', action: 'tags', params: { add: [tag] }, ids: rows };
  let isRunning = true;
  const readMeanwhile: number[] = [];
  const reading = (async () => {
    while (isRunning) readMeanwhile.push(await read());
  })();
  // Awaited below, after the job.
  reading.catch(() => undefined);
  let seconds: number;
  try {
    seconds =
      (await timed(async () => {
        await call('/api/news-jobs', { body: { data: job } });
        await wait('finished');
      })) / 1_000;
  } finally {
    isRunning = false;
    await Promise.allSettled([reading]);
  }
  await reading;
  const { data: ended } = await call<{ data: Job }>(`/api/news-jobs/${key}`);
  if (ended.counts.done !== rows.length)
    throw new Error(`${ended.counts.done} of ${rows.length} rows were done`);
  const undoSeconds =
    (await timed(async () => {
      await call(`/api/news-jobs/${key}/undo`, { method: 'POST' });
      await wait('undone');
    })) / 1_000;
  const [before, during] = [quantile(readAtRest, 0.95), quantile(readMeanwhile, 0.95)];
  return {
    rows: rows.length,
    seconds,
    undoSeconds,
    readersRatio: before === null || during === null ? null : during / before,
  };
}
