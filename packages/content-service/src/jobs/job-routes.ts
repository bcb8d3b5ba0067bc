import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, notFound, validationError, WireError } from '@vidhi/contracts/errors.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import {
  JOB_UNDO_HOURS,
  JobBody,
  JobFailure,
  JobListResponse,
  JobParams,
  JobPreviewBody,
  JobPreviewResponse,
  JobResponse,
  JobRowsQuery,
  JobRowsResponse,
  MAX_JOB_ROWS,
  type Job,
} from '@vidhi/contracts/jobs.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { findDocuments, type Collection, type ReadModel } from '@vidhi/content-engine';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { personOf } from '../http/edit-conditions.ts';
import type { AuthorizeJob, JobAction, JobActions } from './job-actions.ts';
import type { JobItem, JobStore, StoredJob } from './job-store.ts';

export interface JobRoutesOptions {
  /** Name of the service, in the addresses: `/api/{name}-jobs`. */
  name: 'news' | 'catalog';
  /** Desks of which one is needed to have any job. */
  desks: readonly Desk[];
  model: ReadModel;
  jobs: JobStore;
  collections: readonly Collection[];
  actionsOf: (collection: Collection) => JobActions;
  authorize: AuthorizeJob;
  /** Resolves with the ids of the rows of a list, where its query has more than the content API's; undefined for others. */
  select?: (collection: Collection, query: string) => Promise<readonly number[]> | undefined;
  wake: () => void;
  now?: () => Date;
}

const HOUR_MS = 3_600_000;
const UNDO_MS = JOB_UNDO_HOURS * HOUR_MS;
/** Longer than a job can be undone: its results can still be looked up. */
export const JOB_RETENTION_MS = 7 * 24 * HOUR_MS;
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 150;

const errors = { 400: JobFailure, 401: JobFailure, 403: JobFailure };
const oneErrors = { ...errors, 404: JobFailure };
const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Removes what is about one page of a list. */
function allPagesOf(query: string): string {
  const isOfPage = /^(?:pagination|populate|fields|sort|start|limit)\b/;
  const params = [...new URLSearchParams(query)].filter(([name]) => !isOfPage.test(name));
  return new URLSearchParams([...params, ['fields[0]', 'id']]).toString();
}

/**
 * `/api/news-jobs` and `/api/catalog-jobs`: changes of many documents, which the service makes some at a time. Staff see their own
 * jobs, administrators all.
 */
export async function jobRoutes(app: FastifyInstance, options: JobRoutesOptions): Promise<void> {
  const { name, desks, model, jobs, actionsOf, authorize, select, wake, now = () => new Date() } = options;
  const root = `/${name}-jobs`;
  const byPlural = new Map(options.collections.map((collection) => [collection.plural, collection]));
  app.addHook('onRequest', requireDesk(...desks));
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  const documented = (summary: string, operationId: string) => ({
    summary,
    operationId: `${operationId}Of${capital(name)}`,
    tags: ['jobs'],
    security: [{ bearer: [] }],
  });
  const config = { strictAuth: true } as const;

  const principalOf = ({ principal }: FastifyRequest): Principal => {
    if (principal === null) throw forbidden();
    return principal;
  };

  async function findOwn(request: FastifyRequest, key: string): Promise<StoredJob> {
    const { userId, role } = principalOf(request);
    const found = await jobs.find(key);
    if (found === null || (found.by !== userId && role !== ROLE.administrator)) throw notFound();
    return found;
  }

  async function present({ key, plural, action, label, state, items, at, by }: StoredJob): Promise<Job> {
    const counts = await jobs.counts(key);
    const until = new Date(at.getTime() + UNDO_MS);
    const isUndoable =
      (state === 'finished' || state === 'cancelled') && counts.done > 0 && until.getTime() > now().getTime();
    return {
      key,
      collection: plural,
      action,
      label,
      state,
      total: items.length,
      counts,
      at: at.toISOString(),
      by: personOf(model, by),
      undo_until: isUndoable ? until.toISOString() : null,
    };
  }

  async function idsOf(
    collection: Collection,
    { ids, query }: Pick<JobBody['data'], 'ids' | 'query'>,
  ): Promise<readonly number[]> {
    if ((ids === undefined) === (query === undefined))
      throw validationError('Send one of ids and query, to say which rows');
    if (ids !== undefined) return [...new Set(ids)];
    const raw = allPagesOf(query ?? '');
    const found =
      (await select?.(collection, raw)) ??
      findDocuments(model, collection.name, raw, 'staff').documents.map(({ id }) => id);
    if (found.length === 0) throw validationError('Nothing matches any more');
    if (found.length > MAX_JOB_ROWS)
      throw validationError(`${found.length} rows match: at most ${MAX_JOB_ROWS} can be changed at once`);
    return found;
  }

  function authorizedAction(
    principal: Principal,
    { collection: plural, action: name }: Pick<JobBody['data'], 'collection' | 'action'>,
  ): { collection: Collection; action: JobAction } {
    const collection = byPlural.get(plural);
    const actions = collection === undefined ? {} : actionsOf(collection);
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (collection === undefined || action === undefined)
      throw validationError(`There is no action ${name} of ${plural}`);
    authorize({
      principal,
      collection,
      action: name === 'delete' ? 'delete' : 'update',
      job: name,
      current: undefined,
    });
    return { collection, action };
  }

  async function planOf(
    collection: Collection,
    action: JobAction,
    data: Omit<JobBody['data'], 'key'>,
  ): Promise<{ params: StoredJob['params']; label: string; items: readonly JobItem[] }> {
    const { params, label } = action.read(data.params ?? {});
    const ids = await idsOf(collection, data);
    const items = action.items?.(ids, params) ?? ids.map((id) => ({ collection: collection.name, id }));
    if (items.length > MAX_JOB_ROWS)
      throw validationError(`${items.length} rows would be changed: at most ${MAX_JOB_ROWS} can be at once`);
    return { params, label, items };
  }

  app.post<{ Body: JobPreviewBody }>(
    `${root}/preview`,
    {
      schema: {
        ...documented('The documents that a change would concern; nothing is changed', 'previewJob'),
        body: JobPreviewBody,
        response: { 200: JobPreviewResponse, ...errors },
      },
    },
    async (request) => {
      const { data } = request.body;
      const { collection, action } = authorizedAction(principalOf(request), data);
      const { label, items } = await planOf(collection, action, data);
      const rows: Record<string, number> = {};
      for (const { collection: name } of items) {
        const plural = options.collections.find((one) => one.name === name)?.plural ?? name;
        rows[plural] = (rows[plural] ?? 0) + 1;
      }
      return { data: { label, total: items.length, rows } };
    },
  );

  app.post<{ Body: JobBody }>(
    root,
    {
      schema: {
        ...documented('Begins a change of many documents', 'beginJob'),
        description: 'Responds at once. The same key again is the same job, which is not begun twice.',
        body: JobBody,
        response: { 202: JobResponse, ...errors, 409: JobFailure },
      },
    },
    async (request, reply) => {
      const { data } = request.body;
      const principal = principalOf(request);
      const { collection, action } = authorizedAction(principal, data);
      const earlier = await jobs.find(data.key);
      if (earlier !== null) {
        if (earlier.by !== principal.userId || earlier.action !== data.action)
          throw conflict('Another job has this key');
        return reply.code(202).send({ data: await present(earlier) });
      }
      const { params, label, items } = await planOf(collection, action, data);
      const { via } = actorOf(request);
      const stored = await jobs.create({
        key: data.key,
        plural: collection.plural,
        action: data.action,
        params,
        label,
        items,
        state: 'running',
        at: now(),
        by: principal.userId,
        owner: { principal, via },
      });
      wake();
      return reply.code(202).send({ data: await present(stored) });
    },
  );

  app.get(
    root,
    {
      config,
      schema: {
        ...documented('The own changes of many documents of the last day', 'listJobs'),
        response: { 200: JobListResponse, ...errors },
      },
    },
    async (request) => {
      const found = await jobs.list(principalOf(request).userId, new Date(now().getTime() - UNDO_MS));
      return { data: await Promise.all(found.map(present)) };
    },
  );

  app.get<{ Params: JobParams }>(
    `${root}/:key`,
    {
      config,
      schema: {
        ...documented('The progress of a change of many documents', 'readJob'),
        params: JobParams,
        response: { 200: JobResponse, ...oneErrors },
      },
    },
    async (request) => ({ data: await present(await findOwn(request, request.params.key)) }),
  );

  app.get<{ Params: JobParams; Querystring: JobRowsQuery }>(
    `${root}/:key/rows`,
    {
      config,
      schema: {
        ...documented('The result of each row, as far as there are any', 'listJobRows'),
        params: JobParams,
        querystring: JobRowsQuery,
        response: { 200: JobRowsResponse, ...oneErrors },
      },
    },
    async (request) => {
      const { key } = await findOwn(request, request.params.key);
      const { query } = request;
      const page = Number(query['pagination[page]'] ?? 1);
      const pageSize = Math.min(MAX_PAGE_SIZE, Number(query['pagination[pageSize]'] ?? PAGE_SIZE));
      const { rows, total } = await jobs.rows(key, { state: query.state, page, pageSize });
      const data = rows.flatMap(({ row, of: collection, doc, title, state, message }) =>
        state === 'writing' ? [] : [{ row, collection, id: doc, title, state, message: message ?? null }],
      );
      return {
        data,
        meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
      };
    },
  );

  app.post<{ Params: JobParams }>(
    `${root}/:key/cancel`,
    {
      schema: {
        ...documented('Stops a change of many documents; what is done stays done', 'cancelJob'),
        params: JobParams,
        response: { 200: JobResponse, ...oneErrors, 409: JobFailure },
      },
    },
    async (request) => {
      const { key } = await findOwn(request, request.params.key);
      if (!(await jobs.change(key, ['running'], { state: 'cancelling' })))
        throw conflict('It is not running any more');
      wake();
      return { data: await present(await findOwn(request, key)) };
    },
  );

  app.post<{ Params: JobParams }>(
    `${root}/:key/undo`,
    {
      schema: {
        ...documented(
          'Gives each row the values that it had, unless somebody has changed it since',
          'undoJob',
        ),
        params: JobParams,
        response: { 200: JobResponse, ...oneErrors, 409: JobFailure },
      },
    },
    async (request) => {
      const { key, at } = await findOwn(request, request.params.key);
      if (now().getTime() > at.getTime() + UNDO_MS)
        throw conflict('This can no longer be undone: a day has passed');
      const undoer = { principal: principalOf(request), via: actorOf(request).via };
      if (!(await jobs.change(key, ['finished', 'cancelled'], { state: 'undoing', undoer })))
        throw conflict('This cannot be undone now');
      wake();
      return { data: await present(await findOwn(request, key)) };
    },
  );
}
