import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { DESKS, desksOf } from '@vidhi/contracts/desks.ts';
import { isMailable } from '@vidhi/contracts/email-address.ts';
import { attributeErrors, notFound, validationError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { StaffAccount } from '@vidhi/contracts/staff.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { hasSecondStep } from '../second-step/second-step.ts';
import type { SecondSteps } from '../second-step/second-step-calls.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { ErrorResponse } from '../users/user-schemas.ts';
import { normaliseEmail } from '../users/user.ts';
import type { ManageStaff, StaffMember } from './manage-staff.ts';

export interface StaffAdminRoutesOptions {
  manageStaff: ManageStaff;
  limits: RequestLimits;
  secondSteps: Pick<SecondSteps, 'reset'>;
}

const Name = Type.Optional(Type.String({ maxLength: 255 }));
const DeskList = Type.Optional(Type.Array(Type.Enum([...DESKS]), { maxItems: DESKS.length }));
const InviteBody = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    role: Type.Enum([ROLE.editor, ROLE.administrator]),
    desks: DeskList,
    first_name: Name,
    last_name: Name,
  },
  { additionalProperties: false },
);
const ChangeBody = Type.Object(
  {
    /** 4 removes the account from the staff. */
    role: Type.Optional(Type.Enum([ROLE.customer, ROLE.editor, ROLE.administrator])),
    desks: DeskList,
    blocked: Type.Optional(Type.Boolean()),
    first_name: Name,
    last_name: Name,
  },
  { additionalProperties: false, minProperties: 1 },
);
const errors = {
  400: ErrorResponse,
  401: ErrorResponse,
  403: ErrorResponse,
  404: ErrorResponse,
  409: ErrorResponse,
};
const documented = (summary: string, operationId: string) => ({
  tags: ['staff'],
  security: [{ bearer: [] }],
  summary,
  operationId,
});
const One = Type.Object({ id: Type.String() });

const present = ({ user, isInvited, sessions, lastUsedAt }: StaffMember) => ({
  id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  role: user.role,
  desks: desksOf(user),
  blocked: user.blocked,
  pending: user.passwordHash === null,
  invited: isInvited,
  second_step: hasSecondStep(user),
  sessions,
  last_used_at: lastUsedAt,
});

function toId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}

/** `/api/staff`, for administrators. The last of them cannot be removed or blocked. */
export async function staffAdminRoutes(
  app: FastifyInstance,
  { manageStaff, limits, secondSteps }: StaffAdminRoutesOptions,
): Promise<void> {
  app.addHook('onRequest', requireRole(ROLE.administrator));
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.get(
    '/api/staff',
    {
      config: { strictAuth: true },
      schema: {
        ...documented('The accounts of staff', 'listStaff'),
        response: { 200: Type.Object({ data: Type.Array(StaffAccount) }), ...errors },
      },
    },
    async () => ({ data: (await manageStaff.list()).map(present) }),
  );

  app.post<{ Body: Static<typeof InviteBody> }>(
    '/api/staff',
    {
      schema: {
        ...documented('Invites somebody to the staff by mail', 'inviteStaff'),
        description:
          'The link of the mail sets the password, once, within seven days. Called again for an account that has none yet, it sends another one.',
        body: InviteBody,
        response: { 201: Type.Object({ data: StaffAccount }), ...errors },
      },
    },
    async (request, reply) => {
      const email = normaliseEmail(request.body.email);
      if (!isMailable(email))
        throw attributeErrors([{ path: ['email'], message: 'email must be a valid email' }]);
      if (request.body.role === ROLE.administrator && request.body.desks !== undefined)
        throw validationError('desks are for editors: an administrator has all');
      await limits.admit('inviteStaff', request, reply, String(request.principal?.userId), email);
      const member = await manageStaff.invite({ ...request.body, email }, actorOf(request));
      return reply.code(201).send({ data: present(member) });
    },
  );

  app.put<{ Params: Static<typeof One>; Body: Static<typeof ChangeBody> }>(
    '/api/staff/:id',
    {
      schema: {
        ...documented('Changes role, desks, name or block of an account of staff', 'changeStaff'),
        description: 'Ends its tokens where rights change. 409 for what would leave no administrator.',
        params: One,
        body: ChangeBody,
        response: { 200: Type.Object({ data: StaffAccount }), ...errors },
      },
    },
    async (request) => ({
      data: present(await manageStaff.change(toId(request.params.id), request.body, actorOf(request))),
    }),
  );

  app.post<{ Params: Static<typeof One> }>(
    '/api/staff/:id/end-sessions',
    {
      schema: {
        ...documented('Logs an account of staff out everywhere', 'endStaffSessions'),
        params: One,
        response: { 200: Type.Object({ data: StaffAccount }), ...errors },
      },
    },
    async (request) => ({
      data: present(await manageStaff.endSessions(toId(request.params.id), actorOf(request))),
    }),
  );

  app.post<{ Params: Static<typeof One> }>(
    '/api/staff/:id/reset-second-step',
    {
      schema: {
        ...documented(
          'Turns off the two-step login of somebody who has lost phone and codes',
          'resetSecondStep',
        ),
        description: 'Ends sessions and tokens of the account, and mails its owner. 409 for the own account.',
        params: One,
        response: { 200: Type.Object({ data: StaffAccount }), ...errors },
      },
    },
    async (request) => {
      const user = await secondSteps.reset(toId(request.params.id), actorOf(request));
      return { data: present(await manageStaff.describe(user)) };
    },
  );
}
