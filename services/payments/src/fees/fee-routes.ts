import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { FeeQuery, FeesResponse, FeeSums } from '@vidhi/contracts/payment-fees.ts';
import type { FeeStore } from './fee-store.ts';

export interface FeeRoutesOptions {
  fees: Pick<FeeStore, 'find' | 'sum'>;
}

const UtcTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]{5,12}Z$' });
const Period = Type.Object({ from: UtcTime, before: UtcTime });

/** Fees of the provider for cart-orders; the enclosing scope requires the service token. */
export async function feeRoutes(app: FastifyInstance, { fees }: FeeRoutesOptions): Promise<void> {
  app.post<{ Body: FeeQuery }>(
    '/internal/fees/find',
    { schema: { body: FeeQuery, response: { 200: FeesResponse } } },
    async ({ body }) => ({ fees: await fees.find(body.ids) }),
  );
  app.get<{ Querystring: Static<typeof Period> }>(
    '/internal/fees',
    { schema: { querystring: Period, response: { 200: FeeSums } } },
    async ({ query }) => fees.sum(new Date(query.from), new Date(query.before)),
  );
}
