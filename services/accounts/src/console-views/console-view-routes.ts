import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { CONSOLE_LIST_NAMES } from '@vidhi/contracts/console-lists.ts';
import {
  ChangeViewBody,
  ConsoleView,
  ConsoleViews,
  SaveViewBody,
  ViewArrangement,
} from '@vidhi/contracts/console-views.ts';
import { forbidden } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { fullNameOf } from '../staff/full-name.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { StoredView } from './console-view-repository.ts';
import { mayChangeView, type ConsoleViewCalls } from './console-views.ts';

interface ConsoleViewRoutesOptions {
  consoleViews: ConsoleViewCalls;
  users: Pick<UserRepository, 'listStaff'>;
}

const One = Type.Object({ id: Type.String({ pattern: '^[0-9a-f-]{36}$' }) });
const List = Type.Object({ list: Type.Enum([...CONSOLE_LIST_NAMES]) });
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse };
const OneView = Type.Object({ data: ConsoleView });

const documented = (summary: string, operationId: string) => ({
  tags: ['console-views'],
  security: [{ bearer: [] }],
  summary,
  operationId,
});

/** The hook of the routes rejects anonymous clients before. */
function principalOf({ principal }: FastifyRequest): Principal {
  if (principal === null) throw forbidden();
  return principal;
}

/** `/api/console-views`, for staff: each list for those who may open it. */
export async function consoleViewRoutes(
  app: FastifyInstance,
  { consoleViews, users }: ConsoleViewRoutesOptions,
): Promise<void> {
  app.addHook('onRequest', requireRole(ROLE.editor, ROLE.administrator));
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function present(views: readonly StoredView[], principal: Principal): Promise<ConsoleView[]> {
    const staff = views.length === 0 ? [] : await users.listStaff();
    return views.map((view) => {
      const owner = staff.find(({ id }) => id === view.owner);
      return {
        id: view._id,
        name: view.name,
        query: view.query,
        shared: view.shared,
        by: owner === undefined ? null : { id: owner.id, name: fullNameOf(owner) },
        is_editable: mayChangeView(view, principal),
      };
    });
  }
  const presentOne = async (view: StoredView, principal: Principal) => {
    const [data] = await present([view], principal);
    return { data };
  };

  app.get<{ Querystring: Static<typeof List> }>(
    '/api/console-views',
    {
      config: { strictAuth: true },
      schema: {
        ...documented(
          'The saved views of a list of the console: shared ones and own ones',
          'listConsoleViews',
        ),
        querystring: List,
        response: { 200: ConsoleViews, ...errors },
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { views, arrangement } = await consoleViews.list(request.query.list, principal);
      return { data: await present(views, principal), meta: { arrangement } };
    },
  );

  app.post<{ Body: SaveViewBody }>(
    '/api/console-views',
    {
      schema: {
        ...documented('Saves a view, for oneself or for everybody who may open the list', 'saveConsoleView'),
        body: SaveViewBody,
        response: { 201: OneView, ...errors, 409: ErrorResponse },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request);
      const view = await consoleViews.save(request.body, principal, actorOf(request));
      return reply.code(201).send(await presentOne(view, principal));
    },
  );

  app.put<{ Params: Static<typeof One>; Body: ChangeViewBody }>(
    '/api/console-views/:id',
    {
      schema: {
        ...documented(
          'Changes a view: its owner, and an administrator one that is shared',
          'changeConsoleView',
        ),
        params: One,
        body: ChangeViewBody,
        response: { 200: OneView, ...errors, 404: ErrorResponse, 409: ErrorResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request);
      const { params, body } = request;
      return presentOne(await consoleViews.change(params.id, body, principal, actorOf(request)), principal);
    },
  );

  app.delete<{ Params: Static<typeof One> }>(
    '/api/console-views/:id',
    {
      schema: {
        ...documented(
          'Deletes a view: its owner, and an administrator one that is shared',
          'deleteConsoleView',
        ),
        params: One,
        response: { 204: Type.Null(), ...errors, 404: ErrorResponse, 409: ErrorResponse },
      },
    },
    async (request, reply) => {
      await consoleViews.remove(request.params.id, principalOf(request), actorOf(request));
      return reply.code(204).send(null);
    },
  );

  app.put<{ Params: Static<typeof List>; Body: ViewArrangement }>(
    '/api/console-views/arrangements/:list',
    {
      schema: {
        ...documented(
          'Sets which views of a list are tabs, in which order, and with which one it opens',
          'arrangeConsoleViews',
        ),
        params: List,
        body: ViewArrangement,
        response: { 200: Type.Object({ data: ViewArrangement }), ...errors },
      },
    },
    async (request) => {
      await consoleViews.arrange(request.params.list, request.body, principalOf(request));
      return { data: request.body };
    },
  );
}
