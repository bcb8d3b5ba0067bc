import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { forbidden, notFound } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import type { Purchase } from '../purchases/purchase.ts';
import type { GuestOrders } from '../purchases/guest-orders.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { PurchaseDocuments } from './purchase-documents.ts';

export interface BillRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'findByOrder'>;
  documents: Pick<PurchaseDocuments, 'renderBill' | 'renderCreditNote'>;
  guestOrders: Pick<GuestOrders, 'isOf'>;
}

type DocumentPath = readonly [
  name: string,
  operationId: string,
  summary: string,
  render: (purchase: Purchase, number?: string) => Promise<Buffer | null>,
];

/** Number of one of several credit notes. */
const NoteQuery = Type.Object({ number: Type.Optional(Type.String({ maxLength: 16 })) });
const ORDER_ID = /^[1-9]\d{0,14}$/;

/** Responds with a document to save; 404 without one. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer | null): FastifyReply {
  if (pdf === null) throw notFound();
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(pdf);
}

const documented = (summary: string, operationId: string) => ({
  summary,
  operationId,
  tags: ['orders'],
  security: [{ bearer: [] }],
  produces: ['application/pdf'],
  response: { 200: Type.Unknown({ description: 'A PDF document' }) },
});

/** The documents of an order, for its account and for administrators. */
export async function billRoutes(
  app: FastifyInstance,
  { purchases, documents, guestOrders }: BillRoutesOptions,
): Promise<void> {
  const paths: readonly DocumentPath[] = [
    ['bill-of-supply', 'readBillOfSupply', 'The bill of supply of an order', documents.renderBill],
    [
      'credit-note',
      'readCreditNote',
      'A credit note of an order, the last one by default',
      documents.renderCreditNote,
    ],
  ];
  for (const [name, operationId, summary, render] of paths)
    app.get<{ Params: { id: string }; Querystring: { number?: string } }>(
      `/api/orders/:id/${name}`,
      {
        config: { strictAuth: true },
        schema: {
          ...documented(summary, operationId),
          ...(name === 'credit-note' ? { querystring: NoteQuery } : {}),
        },
      },
      async ({ params: { id }, query: { number }, principal }, reply) => {
        if (principal === null) throw forbidden();
        const purchase: Purchase | null = ORDER_ID.test(id) ? await purchases.findByOrder(Number(id)) : null;
        if (purchase === null) throw notFound();
        const isReadable = hasDesk(principal, 'shop') || (await guestOrders.isOf(purchase, principal.userId));
        if (!isReadable) throw notFound();
        return sendPdf(reply, `${name}-${id}`, await render(purchase, number));
      },
    );
}

/** Routes for notify, which attaches them to mails; the enclosing scope requires the service token. */
export async function internalBillRoutes(
  app: FastifyInstance,
  { purchases, documents }: Omit<BillRoutesOptions, 'guestOrders'>,
): Promise<void> {
  const paths = [
    ['bill-of-supply', documents.renderBill],
    ['credit-note', documents.renderCreditNote],
  ] as const;
  for (const [name, render] of paths)
    app.get<{ Params: { id: string } }>(
      `/internal/purchases/:id/${name}`,
      async ({ params: { id } }, reply) => {
        const purchase = await purchases.find(id);
        if (purchase === null) throw notFound();
        return sendPdf(reply, name, await render(purchase));
      },
    );
}
