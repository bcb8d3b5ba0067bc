import { Type } from 'typebox';
import { DESKS } from '@vidhi/contracts/desks.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);

const RoleSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
});

/** An account in responses. Fastify serializes these attributes only, so that no response has the password hash. */
export const UserResponseSchema = Type.Object({
  id: Type.Integer(),
  username: Type.Optional(NullableText),
  email: Type.Optional(NullableText),
  provider: Type.Optional(NullableText),
  confirmed: Type.Optional(Type.Boolean()),
  blocked: Type.Optional(Type.Boolean()),
  first_name: Type.Optional(NullableText),
  last_name: Type.Optional(NullableText),
  mobile: Type.Optional(NullableText),
  createdAt: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Type.String()),
  desks: Type.Optional(Type.Array(Type.Enum([...DESKS]))),
  role: Type.Optional(Type.Union([RoleSchema, Type.Null()])),
});

export const ErrorResponse = Type.Object(
  {
    data: Type.Null(),
    error: Type.Object(
      { status: Type.Integer(), name: Type.String(), message: Type.String() },
      { additionalProperties: true },
    ),
  },
  { description: 'An error response' },
);
