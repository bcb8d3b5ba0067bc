import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { AddStaff } from './add-staff.ts';
import type { SecondSteps } from '../second-step/second-step-calls.ts';
import type { BlockAccount } from './block-account.ts';

const StaffBody = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    role: Type.Union([Type.String(), Type.Integer()]),
    desks: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
    password: Type.Optional(Type.String({ maxLength: 1_000 })),
    first_name: Type.Optional(Type.String({ maxLength: 255 })),
    last_name: Type.Optional(Type.String({ maxLength: 255 })),
    ifAbsent: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const BlockBody = Type.Object(
  { email: Type.String({ maxLength: 254 }), blocked: Type.Boolean() },
  { additionalProperties: false },
);

const ResetBody = Type.Object({ email: Type.String({ maxLength: 254 }) }, { additionalProperties: false });

export interface StaffRoutesOptions {
  addStaff: AddStaff;
  blockAccount: BlockAccount;
  secondSteps: Pick<SecondSteps, 'resetByEmail'>;
}

/** `POST /internal/staff`, `/internal/staff/blocked` and `/internal/staff/second-step-reset`; the enclosing scope requires the service token. */
export async function staffRoutes(
  app: FastifyInstance,
  { addStaff, blockAccount, secondSteps }: StaffRoutesOptions,
): Promise<void> {
  app.post<{ Body: Static<typeof StaffBody> }>(
    '/internal/staff',
    { schema: { body: StaffBody } },
    async ({ body }) => addStaff(body),
  );
  app.post<{ Body: Static<typeof BlockBody> }>(
    '/internal/staff/blocked',
    { schema: { body: BlockBody } },
    async ({ body }) => blockAccount(body),
  );
  app.post<{ Body: Static<typeof ResetBody> }>(
    '/internal/staff/second-step-reset',
    { schema: { body: ResetBody } },
    async ({ body }) => {
      const { id, email, role } = await secondSteps.resetByEmail(body.email);
      return { id, email, role, outcome: 'two-step login is off' };
    },
  );
}
