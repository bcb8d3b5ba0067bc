import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import type { AddStaff } from './add-staff.ts';

const StaffBody = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    role: Type.Union([Type.String(), Type.Integer()]),
    password: Type.Optional(Type.String({ maxLength: 1_000 })),
    first_name: Type.Optional(Type.String({ maxLength: 255 })),
    last_name: Type.Optional(Type.String({ maxLength: 255 })),
    ifAbsent: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** `POST /internal/staff`; the enclosing scope requires the service token. */
export async function staffRoutes(app: FastifyInstance, { addStaff }: { addStaff: AddStaff }): Promise<void> {
  app.post<{ Body: Static<typeof StaffBody> }>(
    '/internal/staff',
    { schema: { body: StaffBody } },
    async ({ body }) => addStaff(body),
  );
}
