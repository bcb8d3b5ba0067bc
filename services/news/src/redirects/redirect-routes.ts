import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { redirectCollection } from '@vidhi/collections/news/redirect.ts';
import { documentsOf, type ReadModel } from '@vidhi/content-engine';
import type { ContentWriter, WriteContext } from '@vidhi/content-service';
import { pageFrom, readPaging } from '@vidhi/contracts/paging.ts';
import { attributeErrors, notFound } from '@vidhi/contracts/errors.ts';
import {
  CreateRedirectBody,
  FoundRedirect,
  ImportRedirectsBody,
  ImportRedirectsResponse,
  RedirectPage,
  RedirectQuery,
  RedirectResponse,
  UpdateRedirectBody,
  redirectPath,
  type RedirectCode,
} from '@vidhi/contracts/redirects.ts';
import { requireDesk } from '@vidhi/service-kit/auth.ts';
import type { SlugHistory } from '../slugs/slug-history.ts';
import { LOOP, requireRedirect, type GivenRedirect } from './checked-redirect.ts';
import { planImport, runImport } from './import-redirects.ts';
import { createRedirectRows, selectRedirects } from './redirect-rows.ts';
import { findStepIn, leadsBack, resolveRedirect } from './resolve-redirect.ts';
import { createSitePaths } from './site-paths.ts';

export interface RedirectRoutesOptions {
  model: ReadModel;
  history: SlugHistory;
  publicUrl: string;
  /** Absent in a reader, which looks redirects up alone. */
  writer?: ContentWriter;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });
type Params = Static<typeof Params>;
const LookupQuery = Type.Object({
  path: Type.String({ maxLength: 5_000, description: 'Path of a request, without its query' }),
});
const ErrorResponse = Type.Object({
  data: Type.Null(),
  error: Type.Object({}, { additionalProperties: true }),
});
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse };

/**
 * `/api/redirects`, for the desk `publish`, and `GET /api/redirects/lookup`, by which the web server finds where the address of
 * no page leads.
 */
export async function redirectRoutes(app: FastifyInstance, options: RedirectRoutesOptions): Promise<void> {
  const { model, history, publicUrl } = options;
  const paths = createSitePaths(model, history);
  const findStep = findStepIn(model);

  app.get<{ Querystring: Static<typeof LookupQuery> }>(
    '/redirects/lookup',
    {
      schema: {
        tags: ['redirects'],
        operationId: 'findRedirect',
        summary: 'Where a path without a page leads, through all redirects and renamings',
        description:
          '`data` is null for a path without redirect: a page of the web server has the position of this, too.',
        security: [],
        querystring: LookupQuery,
        response: { 200: FoundRedirect, 400: ErrorResponse },
      },
    },
    async ({ query }) => {
      model.publishDue();
      const path = redirectPath(query.path);
      const found = path === null ? null : resolveRedirect(path, { findStep, paths, publicUrl });
      return { data: found === 'loop' ? null : found };
    },
  );
  await app.register(async (desk) => staffRoutes(desk, { ...options, paths, findStep }));
}

interface StaffOptions extends RedirectRoutesOptions {
  paths: ReturnType<typeof createSitePaths>;
  findStep: ReturnType<typeof findStepIn>;
}

async function staffRoutes(app: FastifyInstance, options: StaffOptions): Promise<void> {
  const { model, publicUrl, writer, paths, findStep } = options;
  const redirects = documentsOf(model, redirectCollection);
  const rows = createRedirectRows(model, paths, publicUrl);
  app.addHook('onRequest', requireDesk('publish'));
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  const documented = (summary: string, operationId: string) => ({
    tags: ['redirects'],
    security: [{ bearer: [] }],
    summary,
    operationId,
  });

  function requireStored(id: string) {
    const found = redirects.get(Number(id));
    if (found === undefined) throw notFound();
    return found;
  }

  app.get<{ Querystring: RedirectQuery }>(
    '/redirects',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('The redirects of the site, with what stands in their way', 'listRedirects'),
        querystring: RedirectQuery,
        response: { 200: RedirectPage, ...errors },
      },
    },
    async ({ query }) => {
      const found = selectRedirects(rows.rows(), query);
      return pageFrom(readPaging(query), found);
    },
  );

  app.get<{ Params: Params }>(
    '/redirects/:id',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('One redirect', 'readRedirect'),
        params: Params,
        response: { 200: RedirectResponse, ...errors, 404: ErrorResponse },
      },
    },
    async ({ params }) => ({ data: rows.row(requireStored(params.id)) }),
  );

  if (writer === undefined) return;
  const contextOf = (request: FastifyRequest): WriteContext => ({ request, audience: 'staff' });

  /** Returns the redirect as it is stored. Throws for one that is not valid, or leads back to itself. */
  function checked(given: GivenRedirect, id: number | null): GivenRedirect {
    const redirect = requireRedirect(given, publicUrl);
    const withIt = (path: string) => {
      if (path === redirect.from) return redirect;
      const other = redirects.findUnique('from', path);
      // Its own former address leads nowhere any more.
      return other?.id === id ? undefined : other;
    };
    if (leadsBack(redirect.from, withIt, publicUrl)) throw attributeErrors([{ path: ['to'], message: LOOP }]);
    return redirect;
  }

  async function written(request: FastifyRequest, id: number) {
    await writer?.acknowledged?.(request);
    return { data: rows.row(requireStored(String(id))) };
  }

  app.post<{ Body: CreateRedirectBody }>(
    '/redirects',
    {
      schema: {
        ...documented('Leads an address to another one', 'createRedirect'),
        description: 'In effect where there is no page. 400 for what would lead back to itself.',
        body: CreateRedirectBody,
        response: { 201: RedirectResponse, ...errors },
      },
    },
    async (request, reply) => {
      const { from, to = null, code } = request.body;
      const redirect = checked({ from, to, code: code ?? '301' }, null);
      const { id } = await writer.create(redirectCollection, { ...redirect }, contextOf(request));
      return reply.code(201).send(await written(request, id));
    },
  );

  app.put<{ Params: Params; Body: UpdateRedirectBody }>(
    '/redirects/:id',
    {
      schema: {
        ...documented('Changes a redirect', 'updateRedirect'),
        params: Params,
        body: UpdateRedirectBody,
        response: { 200: RedirectResponse, ...errors, 404: ErrorResponse },
      },
    },
    async (request) => {
      const current = requireStored(request.params.id);
      const stored = {
        from: current.from ?? '',
        to: current.to ?? null,
        code: (current.code ?? '301') as RedirectCode,
      };
      const { code = stored.code, ...values } = request.body;
      const given: GivenRedirect = { ...stored, ...values, code: code ?? '301' };
      // A redirect that is gone from now on has no target any more.
      if (code === '410' && values.to === undefined) given.to = null;
      const redirect = checked(given, current.id);
      await writer.update(redirectCollection, current.id, { ...redirect }, contextOf(request));
      return written(request, current.id);
    },
  );

  app.delete<{ Params: Params }>(
    '/redirects/:id',
    {
      schema: {
        ...documented('Removes a redirect', 'deleteRedirect'),
        params: Params,
        response: { 204: Type.Null({ description: 'Removed' }), ...errors, 404: ErrorResponse },
      },
    },
    async (request, reply) => {
      await writer.remove(redirectCollection, requireStored(request.params.id).id, contextOf(request));
      await writer.acknowledged?.(request);
      return reply.code(204).send(null);
    },
  );

  app.post<{ Body: ImportRedirectsBody }>(
    '/redirects/import',
    {
      schema: {
        ...documented('Stores the redirects of a CSV file', 'importRedirects'),
        description:
          'Rows that are not valid are left out and listed. With `dry_run` nothing is stored. Repeatable: what is there already is unchanged.',
        body: ImportRedirectsBody,
        response: { 200: ImportRedirectsResponse, ...errors },
      },
    },
    async (request) => {
      const { csv, dry_run: isDryRun = false } = request.body;
      const context = contextOf(request);
      const data = await runImport(
        planImport(csv, findStep, publicUrl),
        {
          findExisting: (path) => redirects.findUnique('from', path),
          create: (redirect) => writer.create(redirectCollection, { ...redirect }, context),
          update: (id, redirect) => writer.update(redirectCollection, id, { ...redirect }, context),
        },
        isDryRun,
      );
      await writer.acknowledged?.(request);
      return { data };
    },
  );
}
