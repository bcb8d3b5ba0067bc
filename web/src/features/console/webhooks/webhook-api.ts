import type { CreateWebhookBody, Delivery, Webhook } from '@vidhi/contracts/webhooks.ts';
import { resourceApi } from '../kit/resource-api.ts';

export type WebhookValues = CreateWebhookBody['data'];

/** All webhooks; there are few. */
export const webhookApi = resourceApi<Webhook>('webhooks', {
  list: () => '/webhooks',
  toPage: (body) => {
    const { data } = body as { data: readonly Webhook[] };
    return { rows: data, total: data.length };
  },
  create: (values) => ({ url: '/webhooks', method: 'POST', body: { data: values } }),
  update: (id, values) => ({ url: `/webhooks/${id}`, method: 'PUT', body: { data: values } }),
  remove: (id) => ({ url: `/webhooks/${id}`, method: 'DELETE' }),
});

/** Deliveries of a webhook; the id of the row is that of the webhook. */
export const deliveryApi = resourceApi<readonly Delivery[]>('webhook-deliveries', {
  list: () => '/webhooks',
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/webhooks/${id}/deliveries`,
  toRow: (body) => (body as { data: readonly Delivery[] }).data,
});

export const rotateCall = (id: number) => ({ url: `/webhooks/${id}/secret`, method: 'POST', body: {} });
export const testCall = (id: number) => ({ url: `/webhooks/${id}/test`, method: 'POST', body: {} });
export const retryCall = (id: number, delivery: string) => ({
  url: `/webhooks/${id}/deliveries/${delivery}/retry`,
  method: 'POST',
  body: {},
});

export const secretOf = (body: unknown): string => (body as { data: { secret: string } }).data.secret;
