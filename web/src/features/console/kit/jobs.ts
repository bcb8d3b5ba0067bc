import type { All } from '@vidhi/collections/all.ts';
import type { ComponentType } from 'react';
import type { Job, JobPreview, JobRow, JobRowState } from '@vidhi/contracts/jobs.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import type { SendAsStaff, StaffResponse } from '../session/staff-request.ts';
import type { Selected } from './selection.ts';

/** Something that the service does with all selected rows, as a job. */
export interface JobAction {
  /** Name of the action in the API. */
  key: string;
  label: string;
  isDangerous?: boolean;
  /** Question before it runs; it runs at once where left out. */
  confirm?: (count: number) => string;
  /** Asks for what the action needs, in place of a question. */
  ParamsForm?: ComponentType<ParamsFormProps>;
}

export interface ParamsFormProps {
  /** Number of rows that are selected. */
  count: number;
  /** Requests what a run would concern; rejects with a `JobError`. */
  preview: (params: object) => Promise<JobPreview>;
  onRun: (params: object) => void;
  onCancel: () => void;
}

/** The jobs of a resource: which service has them, and its collection there. */
export interface ResourceJobs {
  service: 'news' | 'catalog';
  collection: string;
  actions: readonly JobAction[];
}

/** The rows of a job: the selected ones, or all that match the query of a list. */
export interface JobRows {
  selected: Selected;
  /** Path of the list with its query. */
  path: string;
}

const countOf = (count: number): string => (count === 1 ? '1 row goes' : `${count} rows go`);

/** Deletes the selected rows of a collection with a trash. */
export const DELETE_JOB: JobAction = {
  key: 'delete',
  label: 'Delete',
  isDangerous: true,
  confirm: (count) => `${countOf(count)} to the trash, where they can be restored for 30 days.`,
};

/** The jobs of a collection of news that is only deleted. */
export const newsJobs = (collection: Extract<All[number], { owner: 'news' }>['plural']): ResourceJobs => ({
  service: 'news',
  collection,
  actions: [DELETE_JOB],
});

const ACTIVE: readonly Job['state'][] = ['running', 'cancelling', 'undoing'];
export const isActive = ({ state }: Pick<Job, 'state'>): boolean => ACTIVE.includes(state);

const STATE_TEXTS: Readonly<Record<JobRowState, string>> = {
  done: 'done',
  unchanged: 'unchanged, as wanted already',
  failed: 'failed',
  undone: 'undone',
  left: 'left as they are',
};

/** `480 done, 20 failed`. */
export function countsText(counts: Job['counts']): string {
  const parts = Object.entries(STATE_TEXTS).flatMap(([state, text]) => {
    const count = counts[state as JobRowState];
    return count > 0 ? [`${count} ${text}`] : [];
  });
  return parts.length === 0 ? 'nothing done yet' : parts.join(', ');
}

export const rowStateText = (state: JobRowState): string =>
  state === 'left' ? 'left as it is' : STATE_TEXTS[state];

/** Rows that the worker has come to; while it undoes, those that it has come to on its way back. */
export function progressOf({ state, counts, total }: Job): { done: number; of: number } {
  const { done, unchanged, failed, undone, left } = counts;
  if (state === 'undoing' || state === 'undone') return { done: undone + left, of: undone + left + done };
  return { done: done + unchanged + failed, of: total };
}

/** A sentence about where a job is. */
export function jobText(job: Job): string {
  const { done, of } = progressOf(job);
  switch (job.state) {
    case 'running':
      return `${done} of ${of}: ${countsText(job.counts)}`;
    case 'cancelling':
      return `Stopping after ${done} of ${of}`;
    case 'cancelled':
      return `Stopped after ${done} of ${of}: ${countsText(job.counts)}. What is done stays done.`;
    case 'undoing':
      return `Undoing: ${done} of ${of}`;
    case 'undone':
    case 'finished':
      return `${countsText(job.counts)}.`.replace(/^./, (first) => first.toUpperCase());
  }
}

/** A failed call, with a message for people. */
export class JobError extends Error {}

function dataOf<Data>({ isOk, status, body, problem }: StaffResponse): Data {
  if (!isOk) throw new JobError(status === 0 ? NO_RESPONSE : problem.message);
  return (body as { data: Data }).data;
}

const MAX_ROWS = 150;

function selectionOf({ collection, action, params, rows: { selected, path } }: BeginJob): object {
  const which = selected.isAll
    ? { query: path.slice(path.indexOf('?') + 1) }
    : { ids: [...selected.rows.keys()].map(Number) };
  return { collection, action, params, ...which };
}

/** Creates the calls of the jobs of a service. They reject with a `JobError`. */
export function jobCalls(send: SendAsStaff, service: ResourceJobs['service']) {
  const root = `/${service}-jobs`;
  return {
    async begin(key: string, what: BeginJob): Promise<Job> {
      const body = { data: { key, ...selectionOf(what) } };
      return dataOf(await send({ path: root, method: 'POST', body }));
    },
    async preview(what: BeginJob): Promise<JobPreview> {
      const body = { data: selectionOf(what) };
      return dataOf(await send({ path: `${root}/preview`, method: 'POST', body }));
    },
    read: async (key: string): Promise<Job> => dataOf(await send({ path: `${root}/${key}` })),
    list: async (): Promise<Job[]> => dataOf(await send({ path: root })),
    rows: async (key: string, page: number, state?: JobRowState): Promise<JobRow[]> => {
      const query = `pagination[page]=${page}&pagination[pageSize]=${MAX_ROWS}`;
      const of = state === undefined ? '' : `&state=${state}`;
      return dataOf(await send({ path: `${root}/${key}/rows?${query}${of}` }));
    },
    cancel: async (key: string): Promise<Job> =>
      dataOf(await send({ path: `${root}/${key}/cancel`, method: 'POST' })),
    undo: async (key: string): Promise<Job> =>
      dataOf(await send({ path: `${root}/${key}/undo`, method: 'POST' })),
  };
}
export type JobCalls = ReturnType<typeof jobCalls>;

export interface BeginJob {
  collection: string;
  action: string;
  params: object;
  rows: JobRows;
}
