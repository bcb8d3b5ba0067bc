import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forbidden } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { AccountResponse } from '@vidhi/contracts/account-responses.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import type { HostCookie } from '@vidhi/service-kit/host-cookie.ts';
import type { ReadTicket } from '@vidhi/service-kit/read-ticket.ts';
import { queryOf } from '../bodies/query-of.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { EmailExists } from './email-exists.ts';
import type { UpdateUser } from './update-user.ts';
import { WHOLE_USER, presentUser, readUserView } from './user-presenter.ts';
import { findTokenOwner } from './token-owner.ts';
import type { UserRepository } from './user-repository.ts';
import { ErrorResponse } from './user-schemas.ts';
import type { User } from './user.ts';

export interface UserRoutesOptions {
  users: Pick<UserRepository, 'findById'>;
  emailExists: EmailExists;
  updateUser: UpdateUser;
  readTicket: ReadTicket;
  ticketCookie: HostCookie;
  keyRing: Pick<KeyRing, 'issueTicket'>;
  limits: RequestLimits;
}

const View = Type.Object(
  {
    fields: Type.Optional(Type.Unknown({ description: 'Attributes to answer; all when absent' })),
    populate: Type.Optional(Type.Unknown({ description: '`role` or `*` adds the role' })),
  },
  { additionalProperties: true },
);
const Id = Type.Object({ id: Type.String() });
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse };
const forMembers = { tags: ['accounts'], security: [{ bearer: [] }] };

const ME_DOCUMENTATION = {
  operationId: 'getOwnAccount',
  summary: 'The account that the token belongs to',
  ...forMembers,
  querystring: View,
  response: { 200: AccountResponse, ...errors },
};

const USER_DOCUMENTATION = {
  operationId: 'getUser',
  summary: 'One account: one’s own, or any for administrators',
  ...forMembers,
  params: Id,
  querystring: View,
  response: {
    200: AccountResponse,
    204: Type.Null({ description: 'There is no such account' }),
    ...errors,
  },
};

const EXISTS_DOCUMENTATION = {
  operationId: 'emailExists',
  security: [],
  summary: 'Whether an account has an e-mail address',
  description:
    'Only `filters[email][$eq]=ADDRESS&fields[0]=email`; every other query is 403. Ten a minute and sixty a day for each address.',
  tags: ['accounts'],
  querystring: Type.Object({}, { additionalProperties: true }),
  response: {
    200: Type.Array(Type.Object({ id: Type.Integer(), email: Type.String() })),
    403: ErrorResponse,
    429: ErrorResponse,
  },
};

const UPDATE_DOCUMENTATION = {
  operationId: 'updateUser',
  summary: 'Changes one’s own names, or the role once after a registration',
  description:
    '`role` (also as `data.role`) counts only with a registration ticket: once, from 4 to 5 or 6. Administrators change names, `role` (4–7), `blocked` and `confirmed` of accounts that are not staff’s. Other keys are ignored.',
  ...forMembers,
  params: Id,
  body: Type.Object({}, { additionalProperties: true }),
  response: { 200: AccountResponse, 404: ErrorResponse, 409: ErrorResponse, ...errors },
};

const unchecked = { validatorCompiler: () => () => true };

const toId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** `/api/users`. Reads the account itself, so that a block or a new password takes effect at once. */
export async function userRoutes(app: FastifyInstance, options: UserRoutesOptions): Promise<void> {
  const { users, emailExists, updateUser, readTicket, ticketCookie, keyRing, limits } = options;

  /** Returns the caller's own account; throws 403 for anonymous clients and 401 for revoked tokens. */
  const ownAccount = ({ principal }: Pick<FastifyRequest, 'principal'>): Promise<User> =>
    findTokenOwner(users, principal);

  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get('/api/users/me', { schema: ME_DOCUMENTATION, config: { strictAuth: true } }, async (request) => {
    const view = readUserView(queryOf(request.url));
    return presentUser(await ownAccount(request), view);
  });

  app.get('/api/users', { schema: EXISTS_DOCUMENTATION, ...unchecked }, async (request, reply) => {
    await limits.admit('emailExists', request, reply);
    return emailExists(queryOf(request.url));
  });

  app.get<{ Params: { id: string } }>(
    '/api/users/:id',
    { schema: USER_DOCUMENTATION, config: { strictAuth: true } },
    async (request, reply) => {
      const caller = await ownAccount(request);
      const view = readUserView(queryOf(request.url));
      const id = toId(request.params.id);
      if (id === caller.id) return presentUser(caller, view);
      if (caller.role !== ROLE.administrator) throw forbidden();
      const found = id === null ? null : await users.findById(id);
      return found === null ? reply.code(204).send(null) : presentUser(found, view);
    },
  );

  app.put<{ Params: { id: string } }>(
    '/api/users/:id',
    { schema: UPDATE_DOCUMENTATION, ...unchecked },
    async (request, reply) => {
      const { principal, headers, params, body } = request;
      const ticket = await readTicket(headers);
      if (principal !== null) await ownAccount(request);
      const id = toId(params.id);
      if (id === null) throw forbidden();
      const user = await updateUser({ id, body, principal, ticket, via: actorOf(request).via });
      // Catalog reads the role from the ticket.
      const isOutdated =
        ticket !== null && (ticket.role !== user.role || ticket.tokenVersion !== user.tokenVersion);
      if (ticket?.userId === user.id && isOutdated) {
        const { role, tokenVersion } = user;
        const issued = await keyRing.issueTicket({ ...ticket, role, tokenVersion }, ticket.expiresAt);
        reply.header('set-cookie', ticketCookie.keep(issued.ticket, issued.maxAgeSeconds));
      }
      return presentUser(user, { ...WHOLE_USER, withRole: true });
    },
  );
}
