import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, timed, type ConsoleSite } from './console-site.ts';

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

/** Adds a tag of its own to articles, up to 500 of them, and takes it away again. The site is as before then, but for revisions. */
export async function timeBulkTag({ url, call }: ConsoleSite): Promise<JobFigures> {
  const found = await call<{ data: { id: number }[] }>(
    '/api/posts?publicationState=preview&fields[0]=id&pagination[pageSize]=100',
  );
  const ids = found.data.map(({ id }) => id);
  for (let page = 2; ids.length < MAX_ROWS; page += 1) {
    const { data } = await call<{ data: { id: number }[] }>(
      `/api/posts?publicationState=preview&fields[0]=id&pagination[pageSize]=100&pagination[page]=${page}`,
    );
    if (data.length === 0) break;
    ids.push(...data.map(({ id }) => id));
  }
  const name = `Audit ${Date.now()}`;
  const tag = await call<{ data: { id: number } }>('/api/tags', {
    body: { data: { name, slug: name.toLowerCase().replaceAll(' ', '-') } },
  });
  const read = () =>
    timed(async () => (await fetch(`${url}/api/posts?pagination[pageSize]=24&_=${Math.random()}`)).text());
  const readAtRest: number[] = [];
  for (let count = 0; count < READS; count += 1) readAtRest.push(await read());

  const key = `console-audit-${Date.now()}`;
  const wait = async (state: string): Promise<Job> => {
    for (;;) {
      const { data } = await call<{ data: Job }>(`/api/news-jobs/${key}`);
      if (data.state === state) return data;
      await sleep(POLL_MS);
    }
  };
  const rows = ids.slice(0, MAX_ROWS);
  const job = { key, collection: 'posts', action: 'tags', params: { add: [tag.data.id] }, ids: rows };
  let isRunning = true;
  const readMeanwhile: number[] = [];
  const reading = (async () => {
    while (isRunning) readMeanwhile.push(await read());
  })();
  const seconds =
    (await timed(async () => {
      await call('/api/news-jobs', { body: { data: job } });
      await wait('finished');
    })) / 1_000;
  isRunning = false;
  await reading;
  const { data: ended } = await call<{ data: Job }>(`/api/news-jobs/${key}`);
  if (ended.counts.done !== rows.length)
    throw new Error(`${ended.counts.done} of ${rows.length} rows were done`);
  const undoSeconds =
    (await timed(async () => {
      await call(`/api/news-jobs/${key}/undo`, { method: 'POST' });
      await wait('undone');
    })) / 1_000;
  await call(`/api/tags/${tag.data.id}`, { method: 'DELETE' });
  const [before, during] = [quantile(readAtRest, 0.95), quantile(readMeanwhile, 0.95)];
  return {
    rows: rows.length,
    seconds,
    undoSeconds,
    readersRatio: before === null || during === null ? null : during / before,
  };
}
