import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { WireError } from '@vidhi/contracts/errors.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { documentedForShop, findPurchase } from '../desk/desk-routes.ts';
import type { NoteReading } from '../desk/purchase-readings.ts';
import { requireShipping } from '../desk/shop-guards.ts';
import { dayOf, type Purchase } from '../purchases/purchase.ts';
import type { PurchaseStore } from '../purchases/purchase-store.ts';
import { sellerOf } from '../settings/seller.ts';
import type { ShopSettingsStore } from '../settings/shop-settings-store.ts';
import { SHEET_KINDS, slipsOf, type PackingSheets } from './packing-sheets.ts';

export interface PackingRoutesOptions {
  purchases: Pick<PurchaseStore, 'find' | 'findByNumber'>;
  isbnOf: (bookId: number) => string | null;
  settings: Pick<ShopSettingsStore, 'read'>;
  /** Each document with addresses of buyers is in the audit log. */
  noteReading: NoteReading;
  renderPacking: (sheets: PackingSheets) => Promise<Buffer>;
}

/** Largest number of orders of one document. */
const MAX_SLIPS = 200;
const Body = Type.Object(
  {
    data: Type.Object(
      {
        ids: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
          minItems: 1,
          maxItems: MAX_SLIPS,
          description: 'Ids or numbers of purchases, in the order of the pages',
        }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
const SUMMARIES = {
  'packing-slips': 'Packing slips of purchases in one PDF',
  'address-labels': 'Address labels of purchases, eight on a page',
} as const;
const OPERATIONS = { 'packing-slips': 'printPackingSlips', 'address-labels': 'printAddressLabels' } as const;

/** Papers of many purchases in one PDF, for those who pack them. */
export async function packingRoutes(app: FastifyInstance, options: PackingRoutesOptions): Promise<void> {
  const { purchases, isbnOf, settings, noteReading, renderPacking } = options;
  for (const kind of SHEET_KINDS)
    app.post<{ Body: Static<typeof Body> }>(
      `/api/${kind}`,
      {
        onRequest: requireShipping,
        schema: {
          ...documentedForShop(SUMMARIES[kind], OPERATIONS[kind]),
          produces: ['application/pdf'],
          body: Body,
          response: { 200: Type.Unknown({ description: 'A PDF document' }) },
        },
      },
      async (request, reply) => {
        const { body } = request;
        const found = new Map<string, Purchase>();
        for (const id of body.data.ids) {
          const purchase = await findPurchase(purchases, id);
          found.set(purchase._id, purchase);
        }
        const sheets = slipsOf([...found.values()], ({ createdAt }) => dayOf(createdAt), { isbnOf });
        if (sheets.slips.length === 0)
          throw new WireError(
            409,
            'ConflictError',
            'None of these orders can be packed: they are cancelled, or have no address yet',
          );
        await noteReading({
          action: 'export',
          type: 'purchase',
          id: 'all',
          label: SUMMARIES[kind],
          actor: actorOf(request),
        });
        const sender = sellerOf(await settings.read());
        const pdf = await renderPacking({ kind, sender, ...sheets });
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${kind}-${dayOf(new Date())}.pdf"`)
          .header('cache-control', 'no-store')
          .send(pdf);
      },
    );
}
