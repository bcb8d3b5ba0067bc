import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError, forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { ROLE, mayManageOrders } from '@vidhi/contracts/roles.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import { presentOrder, withoutBuyer } from './order-presenter.ts';
import type { PurchaseStore } from './purchase-store.ts';

export interface StaffOrderRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'findByOrder' | 'setDates' | 'cancel'>;
  /** Makes the refund and the credit note of a cancelled purchase. */
  makeDocuments: (purchaseId: string) => Promise<void>;
}

const DateOrNull = Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()]);
const Body = Type.Object(
  {
    data: Type.Object(
      {
        shipping_date: Type.Optional(DateOrNull),
        delivered_date: Type.Optional(DateOrNull),
        status: Type.Optional(Type.Literal('CANCELLED')),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  { additionalProperties: false },
);
type Body = Static<typeof Body>;

const ORDER_ID = /^[1-9]\d{0,14}$/;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

/**
 * Dates of shipping and delivery, for staff, and the cancellation of a purchase of which nothing was shipped, for
 * administrators, who alone see the buyer in the response.
 */
export async function staffOrderRoutes(
  app: FastifyInstance,
  { purchases, makeDocuments }: StaffOrderRoutesOptions,
): Promise<void> {
  app.put<{ Params: { id: string }; Body: Body }>(
    '/api/orders/:id',
    {
      onRequest: requireRole(ROLE.editor, ROLE.administrator),
      schema: {
        summary: 'Note when an order was shipped and delivered, or cancel its purchase',
        operationId: 'updateOrder',
        tags: ['orders'],
        security: [{ bearer: [] }],
        body: Body,
        response: { 200: Type.Unknown() },
      },
    },
    async ({ params, body: { data }, principal }) => {
      const { status, ...dates } = data;
      const isManager = principal !== null && mayManageOrders(principal.role);
      if (status !== undefined && !isManager) throw forbidden();
      const id = ORDER_ID.test(params.id) ? Number(params.id) : 0;
      const before = await purchases.findByOrder(id);
      if (before === null) throw notFound();
      if (status !== undefined) {
        // The bill that the credit note cancels.
        await makeDocuments(before._id);
        // False also when another request has cancelled it meanwhile: only what was shipped is a conflict.
        if (
          !(await purchases.cancel(before._id, new Date())) &&
          (await purchases.find(before._id))?.status !== 'CANCELLED'
        )
          throw conflict('A purchase of which something was shipped cannot be cancelled');
        await makeDocuments(before._id);
      } else {
        const line = before.lines.find((one) => one.id === id);
        const after = { ...line, ...dates };
        if (after.delivered_date && (!after.shipping_date || after.delivered_date < after.shipping_date))
          throw conflict('An order is delivered after it is shipped');
        if (!(await purchases.setDates(id, dates))) throw conflict('The order is cancelled');
      }
      const purchase = (await purchases.findByOrder(id)) ?? before;
      const line = purchase.lines.find((one) => one.id === id);
      if (line === undefined) throw notFound();
      const order = presentOrder(purchase, line);
      return { data: isManager ? order : withoutBuyer(order), meta: {} };
    },
  );
}
