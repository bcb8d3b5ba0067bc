import type { BatchResponse, BatchSummary, RowResult } from '@vidhi/contracts/book-batches.ts';
import { MAX_ROWS_PER_REQUEST } from '@vidhi/contracts/book-import.ts';
import type { ListQuery } from '../kit/source.ts';
import { resourceApi, type ResourceApi } from '../kit/resource-api.ts';
import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';

export type Batch = BatchSummary & { id: string };

/** Batches of one kind of documents. */
export interface BatchPlace {
  path: string;
  /** Those of the last day. */
  api: ResourceApi<Batch>;
  /** A document in one word, and the page of the console below which it is. */
  one: string;
  page: string;
  /** Effect of an undo, for people. */
  question: string;
}

const batchApi = (name: string): ResourceApi<Batch> =>
  resourceApi<Batch>(name, {
    list: () => `/${name}`,
    toPage: (body) => {
      const { data } = body as { data: BatchSummary[] };
      return { rows: data.map((batch) => ({ ...batch, id: batch.key })), total: data.length };
    },
  });

export const BOOK_BATCHES: BatchPlace = {
  path: '/book-batches',
  api: batchApi('book-batches'),
  one: 'book',
  page: '/console/books',
  question:
    'New books go, and changed ones are as they were before. Books that somebody has changed since stay as they are. Authors and publishers stay.',
};
export const PROFILE_BATCHES: BatchPlace = {
  path: '/profile-batches',
  api: batchApi('profile-batches'),
  one: 'profile',
  page: '/console/profiles',
  question:
    'New profiles go with their invitations, and changed ones are as they were before. Profiles that somebody has claimed or changed since stay as they are.',
};
export const ALL_BATCHES: ListQuery = { q: '', conditions: [], sort: '', page: 1, size: 25 };

export type BatchKind = BatchSummary['kind'];

export interface RunState {
  done: number;
  total: number;
  results: readonly RowResult[];
  /** Why it stopped before its end; null while it runs and afterwards. */
  problem: string | null;
  isRunning: boolean;
}

const NO_RESPONSE =
  'The server did not respond in time. What was written stays, and no row is written twice: press the button again to go on.';
/** Nobody knows whether the server did what was sent; its own words for that help nobody. */
const problemOf = ({ status, problem }: StaffResponse): string =>
  status === 0 || status >= 500 ? NO_RESPONSE : problem.message;

const dataOf = (body: unknown): BatchResponse['data'] => (body as BatchResponse).data;

/** Has rows written, some at a time. Repeatable with the same key: the server writes each row once. */
export async function runBatch(
  send: SendAsStaff,
  path: string,
  batch: { key: string; kind: BatchKind; label: string; invites?: boolean },
  rows: readonly object[],
  onProgress: (state: RunState) => void,
  isStopped: () => boolean,
): Promise<RunState> {
  let state: RunState = { done: 0, total: rows.length, results: [], problem: null, isRunning: true };
  const end = (problem: string | null): RunState => {
    state = { ...state, problem, isRunning: false };
    onProgress(state);
    return state;
  };
  onProgress(state);
  const begun = await send({
    path,
    method: 'POST',
    body: { data: { ...batch, total: rows.length } },
  });
  if (!begun.isOk) return end(problemOf(begun));
  for (let at = 0; at < rows.length; at += MAX_ROWS_PER_REQUEST) {
    if (isStopped()) return end('Stopped. What was written stays, and can be undone below.');
    const part = rows.slice(at, at + MAX_ROWS_PER_REQUEST);
    const written = await send({
      path: `${path}/${batch.key}/rows`,
      method: 'POST',
      body: { data: part },
    });
    if (!written.isOk) return end(problemOf(written));
    state = {
      ...state,
      done: at + part.length,
      results: [...state.results, ...dataOf(written.body).rows],
    };
    onProgress(state);
  }
  return end(null);
}

/** Undoes a batch, some rows at a time. Repeatable. */
export async function undoBatch(
  send: SendAsStaff,
  path: string,
  key: string,
  onProgress: (left: number) => void,
): Promise<{ results: RowResult[]; problem: string | null }> {
  const results: RowResult[] = [];
  for (;;) {
    const undone = await send({ path: `${path}/${key}/undo`, method: 'POST', body: {} });
    if (!undone.isOk) return { results, problem: problemOf(undone) };
    const { rows, left } = dataOf(undone.body);
    results.push(...rows);
    onProgress(left);
    if (left === 0 || rows.length === 0) return { results, problem: null };
  }
}
