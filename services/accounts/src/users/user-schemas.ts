import { Type } from 'typebox';

const Text = Type.Union([Type.String(), Type.Null()]);

const RoleSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
});

/** The only attributes of an account in any response. */
export const UserResponseSchema = Type.Object({
  id: Type.Integer(),
  username: Type.Optional(Text),
  email: Type.Optional(Text),
  provider: Type.Optional(Text),
  confirmed: Type.Optional(Type.Boolean()),
  blocked: Type.Optional(Type.Boolean()),
  first_name: Type.Optional(Text),
  last_name: Type.Optional(Text),
  mobile: Type.Optional(Text),
  createdAt: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Type.String()),
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
