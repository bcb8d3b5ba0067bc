import { Type, type Static } from 'typebox';

/** Headers of a request that staff may send again after a lost response. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }),
});
export type IdempotencyHeaders = Static<typeof IdempotencyHeaders>;
