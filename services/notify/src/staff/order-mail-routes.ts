import type { FastifyInstance } from 'fastify';
import {
  MailPreviewBody,
  MailPreviewResponse,
  type OrderMailKind,
} from '@vidhi/contracts/order-mail-texts.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { requireRole } from '@vidhi/service-kit/auth.ts';
import type { Site } from '../sending/send-mail.ts';
import type { MailTemplate, SiteIdentity } from '../templates/mail-content.ts';
import { ORDER_MAILS } from '../templates/order-mails.ts';
import { REFUND_MAILS } from '../templates/refund-mails.ts';
import type { RenderedMail } from '../templates/render-mail.ts';

export interface OrderMailOptions {
  readSite: () => Promise<Site>;
  render: (content: ReturnType<MailTemplate>, site: SiteIdentity) => RenderedMail;
}

const TEMPLATES: Readonly<Record<OrderMailKind, MailTemplate>> = {
  confirmed: ORDER_MAILS['order-confirmed'],
  shipped: ORDER_MAILS['order-shipped'],
  refunded: REFUND_MAILS['order-refunded'],
};

const ADDRESS = {
  name: 'Asha Rao',
  phone: '9000000000',
  email: 'asha@example.in',
  address: '12 MG Road',
  landmark: '',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
};
/** The order of a preview: two copies of a book for ₹450, shipped in one parcel. */
const EXAMPLE = {
  purchaseNumber: '7KM3QX9TRA',
  orderId: 'order_example',
  paymentId: 'pay_example',
  userId: null,
  lines: [
    {
      id: 1,
      title: 'Law of Bail in India',
      listPaise: 50_000,
      unitPaise: 45_000,
      quantity: 2,
      shippingDate: '2026-11-02',
    },
  ],
  shippingPaise: 10_000,
  totalPaise: 100_000,
  billing: ADDRESS,
  shipping: ADDRESS,
  createdAt: '2026-11-01T06:30:00.000Z',
  shipments: [
    { id: 1, carrier: 'India Post', number: 'EX123456789IN', url: null, lineIds: [1], day: '2026-11-02' },
  ],
  parcel: 1,
  refund: { amountPaise: 45_000, returnedPaise: 45_000 },
  buyer: { name: ADDRESS.name, address: ADDRESS.email },
};

/** Mails to buyers with a text of the shop, on an order that does not exist. Sends nothing. */
export async function orderMailRoutes(
  app: FastifyInstance,
  { readSite, render }: OrderMailOptions,
): Promise<void> {
  app.post<{ Body: MailPreviewBody }>(
    '/api/order-mails/preview',
    {
      config: { strictAuth: true },
      onRequest: requireRole(ROLE.administrator),
      schema: {
        summary: 'A mail to a buyer with a text of the shop',
        operationId: 'previewOrderMail',
        tags: ['shop'],
        security: [{ bearer: [] }],
        body: MailPreviewBody,
        response: { 200: MailPreviewResponse },
      },
    },
    async ({ body: { data } }, reply) => {
      const { identity } = await readSite();
      const values = { ...EXAMPLE, mailTexts: { [data.kind]: data.text } };
      const { subject, text } = render(
        TEMPLATES[data.kind]({ values, link: identity.url, site: identity }),
        identity,
      );
      reply.header('cache-control', 'no-store');
      return { data: { subject, text } };
    },
  );
}
