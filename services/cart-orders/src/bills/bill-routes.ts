import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forbidden, notFound, unavailable } from '@vidhi/contracts/errors.ts';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { isHead, sendHeadersOnly } from '@vidhi/service-kit/head-response.ts';
import { creditNotesOf, nextCredit, type Purchase } from '../purchases/purchase.ts';
import type { GuestOrders } from '../purchases/guest-orders.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import type { PurchaseDocument, PurchaseDocuments } from './purchase-documents.ts';

export interface BillRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'findByOrder'>;
  documents: Pick<PurchaseDocuments, 'bill' | 'creditNote'>;
  guestOrders: Pick<GuestOrders, 'isOf'>;
}

type DocumentPath = readonly [name: string, operationId: string, summary: string, document: PurchaseDocument];

/** Number of one of several credit notes. */
const NoteQuery = Type.Object({ number: Type.Optional(Type.String({ maxLength: 16 })) });
/** The refund or dispute that a credit note is of. */
const RefundQuery = Type.Object({ refund: Type.Optional(Type.String({ maxLength: 60 })) });
const ORDER_ID = /^[1-9]\d{0,14}$/;

interface SentDocument {
  document: PurchaseDocument;
  purchase: Purchase;
  /** Number of one of several documents of this kind. */
  number?: string | undefined;
  /** Name of the file, without its ending. */
  name: string;
}

/** Responds with a document to save; 404 without one. HEAD renders nothing, and claims no number. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { document, purchase, number, name }: SentDocument,
): Promise<FastifyReply> {
  const pdf = isHead(request) ? null : await document.render(purchase, number);
  if (isHead(request) ? !document.exists(purchase, number) : pdf === null) throw notFound();
  void reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'no-store');
  return pdf === null ? sendHeadersOnly(reply) : reply.send(pdf);
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
    ['bill-of-supply', 'readBillOfSupply', 'The bill of supply of an order', documents.bill],
    [
      'credit-note',
      'readCreditNote',
      'A credit note of an order, the last one by default',
      documents.creditNote,
    ],
  ];
  for (const [name, operationId, summary, document] of paths)
    app.get<{ Params: { id: string }; Querystring: { number?: string } }>(
      `/api/orders/:id/${name}`,
      {
        config: { strictAuth: true },
        schema: {
          ...documented(summary, operationId),
          ...(name === 'credit-note' ? { querystring: NoteQuery } : {}),
        },
      },
      async (request, reply) => {
        const {
          params: { id },
          query: { number },
          principal,
        } = request;
        if (principal === null) throw forbidden();
        const purchase: Purchase | null = ORDER_ID.test(id) ? await purchases.findByOrder(Number(id)) : null;
        if (purchase === null) throw notFound();
        const isReadable = hasDesk(principal, 'shop') || (await guestOrders.isOf(purchase, principal.userId));
        if (!isReadable) throw notFound();
        return sendDocument(request, reply, { document, purchase, number, name: `${name}-${id}` });
      },
    );
}

/** Routes for notify, which attaches them to mails; the enclosing scope requires the service token. */
export async function internalBillRoutes(
  app: FastifyInstance,
  { purchases, documents }: Omit<BillRoutesOptions, 'guestOrders'>,
): Promise<void> {
  const paths = [
    ['bill-of-supply', documents.bill],
    ['credit-note', documents.creditNote],
  ] as const;
  for (const [name, document] of paths)
    app.get<{ Params: { id: string }; Querystring: { refund?: string } }>(
      `/internal/purchases/:id/${name}`,
      { schema: { querystring: RefundQuery } },
      async (request, reply) => {
        const { refund } = request.query;
        const purchase = await purchases.find(request.params.id);
        if (purchase === null) throw notFound();
        if (refund === undefined) return sendDocument(request, reply, { document, purchase, name });
        const note = creditNotesOf(purchase).find(({ refundId }) => refundId === refund);
        // It is made after the event of the refund is stored.
        if (note === undefined && nextCredit(purchase) !== null)
          throw unavailable(5, 'The credit note is not made yet');
        if (note === undefined) throw notFound();
        return sendDocument(request, reply, { document, purchase, number: note.number, name });
      },
    );
}
