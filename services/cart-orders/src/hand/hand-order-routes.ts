import type { FastifyInstance } from 'fastify';
import type { LiveModel } from '@vidhi/content-service';
import { HandOrderBody, HandOrderResponse } from '@vidhi/contracts/hand-orders.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { priceOf } from '../catalogue/book-facts.ts';
import type { DeskIndex } from '../desk/desk-index.ts';
import { documentedForShop } from '../desk/desk-routes.ts';
import { IdempotencyHeaders } from '../desk/idempotency-headers.ts';
import { requireShipping } from '../desk/shop-guards.ts';
import type { CreateHandOrder } from './create-hand-order.ts';
import { readHandOrder } from './hand-order.ts';

export interface HandOrderRoutesOptions {
  catalogue: Pick<LiveModel, 'model' | 'untilCurrent'>;
  create: CreateHandOrder;
  index: Pick<DeskIndex, 'refresh'>;
}

/** Orders that staff write down. */
export async function handOrderRoutes(app: FastifyInstance, options: HandOrderRoutesOptions): Promise<void> {
  const { catalogue, create, index } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  app.post<{ Body: HandOrderBody; Headers: IdempotencyHeaders }>(
    '/api/purchases',
    {
      onRequest: requireShipping,
      schema: {
        ...documentedForShop('Write down an order that was paid to the shop itself', 'createPurchase'),
        headers: IdempotencyHeaders,
        body: HandOrderBody,
        response: { 200: HandOrderResponse },
      },
    },
    async (request) => {
      await catalogue.untilCurrent();
      const order = readHandOrder(request.body.data, (id) => priceOf(catalogue.model, id));
      const { _id, purchaseNumber } = await create(
        request.headers['idempotency-key'],
        order,
        actorOf(request),
      );
      await index.refresh(_id);
      return { data: { id: _id, purchase_number: purchaseNumber ?? null } };
    },
  );
}
