import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { pageOf, readPaging } from '@vidhi/contracts/paging.ts';
import type { AuditChange } from '@vidhi/contracts/audit.ts';
import {
  CustomerActionBody,
  CustomerPage,
  CustomerQuery,
  CustomerResponse,
  EraseCustomerBody,
  needsReason,
  type Customer,
  type CustomerRow,
} from '@vidhi/contracts/customers.ts';
import { validationError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { isHead, sendHeadersOnly } from '@vidhi/service-kit/head-response.ts';
import type { RecordFact } from '../audit/audit-log.ts';
import type { ExportAccount } from '../privacy/export-account.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import type { User } from '../users/user.ts';
import type { CustomerDetails, ManageCustomers } from './manage-customers.ts';

export interface CustomerRoutesOptions {
  manageCustomers: ManageCustomers;
  exportAccount: ExportAccount;
  recordFact: RecordFact;
  now?: () => Date;
}

const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) });
type Params = Static<typeof Params>;
const errors = { 400: ErrorResponse, 401: ErrorResponse, 403: ErrorResponse, 404: ErrorResponse };
const documented = (summary: string, operationId: string) => ({
  tags: ['customers'],
  security: [{ bearer: [] }],
  summary,
  operationId,
});

const rowOf = (user: User): CustomerRow => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  mobile: user.mobile,
  role: user.role,
  confirmed: user.confirmed,
  blocked: user.blocked,
  created_at: user.createdAt,
});

const present = ({ user, sessions, profile }: CustomerDetails): Customer => ({
  ...rowOf(user),
  username: user.username,
  updated_at: user.updatedAt,
  sessions: sessions.map(({ browser = null, rotatedAt, endsAt }) => ({
    browser,
    last_used_at: rotatedAt.toISOString(),
    ends_at: endsAt.toISOString(),
  })),
  consents: [...user.consents],
  profile: profile ?? null,
  is_profile_known: profile !== undefined,
});

/**
 * `/api/customers`, for administrators: the accounts that are not staff's. Whatever shows personal data is in the audit log
 * before it is shown.
 */
export async function customerRoutes(app: FastifyInstance, options: CustomerRoutesOptions): Promise<void> {
  const { manageCustomers, exportAccount, recordFact, now = () => new Date() } = options;
  app.addHook('onRequest', requireRole(ROLE.administrator));
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  /** Records that somebody saw personal data. What was searched for is personal data, too, and is not recorded. */
  const recordReading = (request: FastifyRequest, action: string, id: string, changes: AuditChange[] = []) =>
    recordFact({
      eventId: `audit:accounts:user:${action}:${randomUUID()}`,
      fact: {
        at: now().toISOString(),
        actor: actorOf(request),
        action,
        service: 'accounts',
        type: 'user',
        id,
        label: null,
        changes,
      },
    });

  app.get<{ Querystring: CustomerQuery }>(
    '/api/customers',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('The accounts that are not staff’s', 'listCustomers'),
        description: 'Each list that shows somebody is in the audit log.',
        querystring: CustomerQuery,
        response: { 200: CustomerPage, ...errors },
      },
    },
    async (request) => {
      const { q = '', role, state, sort = '-created', ...paging } = request.query;
      const page = readPaging(paging);
      const { users, total } = await manageCustomers.list({
        q,
        role: role === undefined ? undefined : Number(role),
        state,
        sort,
        skip: (page.page - 1) * page.pageSize,
        limit: page.pageSize,
      });
      if (users.length > 0 && !isHead(request))
        await recordReading(request, 'list', 'customers', [{ path: 'rows', to: users.length }]);
      return pageOf(page, users.map(rowOf), total);
    },
  );

  app.get<{ Params: Params }>(
    '/api/customers/:id',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('One account with its sessions and its profile', 'readCustomer'),
        description: 'Is in the audit log. 404 for accounts of staff, and erased ones.',
        params: Params,
        response: { 200: CustomerResponse, ...errors },
      },
    },
    async (request) => {
      const user = await manageCustomers.find(Number(request.params.id));
      if (!isHead(request)) await recordReading(request, 'view', String(user.id));
      return { data: present(await manageCustomers.describe(user)) };
    },
  );

  app.get<{ Params: Params }>(
    '/api/customers/:id/export',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('Everything that is stored about the owner of an account, as a file', 'exportCustomer'),
        description: 'The same file that its owner gets. Is in the audit log.',
        params: Params,
        response: { 200: Type.Object({}, { additionalProperties: true }), ...errors, 503: ErrorResponse },
      },
    },
    async (request, reply) => {
      const user = await manageCustomers.find(Number(request.params.id));
      reply.header('content-disposition', `attachment; filename="account-${user.id}.json"`);
      if (isHead(request)) return sendHeadersOnly(reply.type('application/json; charset=utf-8'));
      const exported = await exportAccount(user);
      await recordReading(request, 'export', String(user.id));
      return exported;
    },
  );

  app.post<{ Params: Params; Body: CustomerActionBody }>(
    '/api/customers/:id/actions',
    {
      schema: {
        ...documented('Confirms, blocks or unblocks an account, or logs it out everywhere', 'changeCustomer'),
        description:
          'A block ends all sessions, tokens and mailed links, and needs a reason, as its end does. 404 for accounts of staff.',
        params: Params,
        body: CustomerActionBody,
        response: { 200: CustomerResponse, ...errors, 409: ErrorResponse },
      },
    },
    async (request) => {
      const { action, reason } = request.body;
      const words = reason?.trim() ?? '';
      if (needsReason(action) && words === '') throw validationError('Please write the reason.');
      const user = await manageCustomers.act(Number(request.params.id), {
        action,
        actor: actorOf(request),
        ...(words === '' ? {} : { reason: words }),
      });
      return { data: present(await manageCustomers.describe(user)) };
    },
  );

  app.post<{ Params: Params; Body: EraseCustomerBody }>(
    '/api/customers/:id/erasure',
    {
      schema: {
        ...documented('Erases an account for ever, on request of its owner', 'eraseCustomer'),
        description:
          'As its owner would: with profile, pictures, saved articles, newsletter and messages. Orders stay as long as the law requires. 404 for accounts of staff.',
        params: Params,
        body: EraseCustomerBody,
        response: {
          204: Type.Null({ description: 'Erased' }),
          ...errors,
          409: ErrorResponse,
          503: ErrorResponse,
        },
      },
    },
    async (request, reply) => {
      const { confirmation, reason } = request.body;
      if (reason.trim() === '') throw validationError('Please write the reason.');
      await manageCustomers.erase(Number(request.params.id), {
        confirmation,
        reason: reason.trim(),
        actor: actorOf(request),
      });
      return reply.code(204).send(null);
    },
  );
}
