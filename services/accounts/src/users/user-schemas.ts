import { Type } from 'typebox';

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
