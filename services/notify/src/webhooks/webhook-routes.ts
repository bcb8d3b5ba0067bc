import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { attributeErrors, notFound, WireError } from '@vidhi/contracts/errors.ts';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  DeliveryList,
  DeliveryResponse,
  WebhookList,
  WebhookResponse,
  WebhookSecretResponse,
  type Delivery,
  type Webhook,
} from '@vidhi/contracts/webhooks.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { documentedAs, forAdministrators } from '../staff/administrator-routes.ts';
import type { WebhookDeliveries } from './deliver-webhook.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { StoredDelivery, StoredWebhook } from './webhook-collections.ts';
import type { WebhookStore } from './webhook-store.ts';
import { ForbiddenTargetError, parseTarget, resolveTarget, type TargetRules } from './webhook-target.ts';

export interface WebhookRoutesOptions {
  webhooks: WebhookStore;
  deliveries: Pick<DeliveryStore, 'listOf' | 'has' | 'requeue'>;
  sendTest: WebhookDeliveries['sendTest'];
  enqueue: (id: string) => Promise<void>;
  target: TargetRules;
}

const MAX_LISTED = 100;
const One = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,9}$' }) });
const OneDelivery = Type.Object({ ...One.properties, delivery: Type.String({ pattern: '^[0-9a-f]{40}$' }) });
type OneParams = Static<typeof One>;
const Sent = Type.Object({ data: Type.Object({ delivery: Type.String() }) });

const documented = documentedAs('webhooks');

const present = ({ _id, url, events, active, createdAt, rev }: StoredWebhook): Webhook => ({
  id: _id,
  url,
  events,
  active,
  created_at: createdAt.toISOString(),
  rev,
});

const presentDelivery = (delivery: StoredDelivery): Delivery => ({
  id: delivery._id,
  event: delivery.event,
  state: delivery.state,
  attempts: delivery.attempts,
  created_at: delivery.createdAt.toISOString(),
  due_at: delivery.state === 'queued' ? delivery.dueAt.toISOString() : null,
  result: delivery.result,
});

/** `/api/webhooks`, for administrators. */
export async function webhookRoutes(app: FastifyInstance, options: WebhookRoutesOptions): Promise<void> {
  const { webhooks, deliveries, sendTest, enqueue, target } = options;
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));

  async function read({ id }: OneParams): Promise<StoredWebhook> {
    const found = await webhooks.find(Number(id));
    if (found === null) throw notFound();
    return found;
  }

  /** Says at once what every delivery would be rejected for. */
  async function checkTarget(url: string): Promise<void> {
    try {
      await resolveTarget(parseTarget(url, target), target);
    } catch (error) {
      if (!(error instanceof ForbiddenTargetError)) throw error;
      throw attributeErrors([{ path: ['url'], message: error.message }]);
    }
  }

  app.get(
    '/api/webhooks',
    {
      ...forAdministrators,
      schema: { ...documented('The webhooks', 'listWebhooks'), response: { 200: WebhookList } },
    },
    async () => ({ data: (await webhooks.list()).map(present) }),
  );

  app.post<{ Body: CreateWebhookBody }>(
    '/api/webhooks',
    {
      ...forAdministrators,
      schema: {
        ...documented('Adds a webhook, whose secret the response shows this once', 'createWebhook'),
        body: CreateWebhookBody,
        response: { 201: WebhookSecretResponse },
      },
    },
    async (request, reply) => {
      const { url, events } = request.body.data;
      await checkTarget(url);
      const webhook = await webhooks.create({ url, events }, actorOf(request));
      return reply.code(201).send({ data: { ...present(webhook), secret: webhook.secret } });
    },
  );

  app.put<{ Params: OneParams; Body: ChangeWebhookBody }>(
    '/api/webhooks/:id',
    {
      ...forAdministrators,
      schema: {
        ...documented('Changes address and events of a webhook, or turns it off', 'changeWebhook'),
        params: One,
        body: ChangeWebhookBody,
        response: { 200: WebhookResponse },
      },
    },
    async (request) => {
      const webhook = await read(request.params);
      const { url, events, active, rev } = request.body.data;
      if (webhook.rev !== rev)
        throw new WireError(409, 'ConflictError', 'The webhook has changed meanwhile. Please load it again.');
      if (url !== webhook.url) await checkTarget(url);
      return { data: present(await webhooks.change(webhook, { url, events, active }, actorOf(request))) };
    },
  );

  app.delete<{ Params: OneParams }>(
    '/api/webhooks/:id',
    {
      ...forAdministrators,
      schema: {
        ...documented('Removes a webhook', 'deleteWebhook'),
        params: One,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await webhooks.remove(await read(request.params), actorOf(request));
      return reply.code(204).send(null);
    },
  );

  app.post<{ Params: OneParams }>(
    '/api/webhooks/:id/secret',
    {
      ...forAdministrators,
      schema: {
        ...documented('Replaces the secret of a webhook', 'rotateWebhookSecret'),
        description: 'For a day deliveries are signed with both.',
        params: One,
        response: { 200: WebhookSecretResponse },
      },
    },
    async (request) => {
      const webhook = await webhooks.rotate(await read(request.params), actorOf(request));
      return { data: { ...present(webhook), secret: webhook.secret } };
    },
  );

  app.post<{ Params: OneParams }>(
    '/api/webhooks/:id/test',
    {
      ...forAdministrators,
      schema: {
        ...documented('Sends a test event', 'testWebhook'),
        params: One,
        response: { 202: Sent },
      },
    },
    async (request, reply) => {
      const webhook = await read(request.params);
      await webhooks.recordSending(webhook, 'test', actorOf(request));
      const delivery = await sendTest(webhook);
      return reply.code(202).send({ data: { delivery } });
    },
  );

  app.get<{ Params: OneParams }>(
    '/api/webhooks/:id/deliveries',
    {
      ...forAdministrators,
      schema: {
        ...documented('The last hundred deliveries of a webhook', 'listDeliveries'),
        params: One,
        response: { 200: DeliveryList },
      },
    },
    async ({ params }) => {
      const { _id } = await read(params);
      return { data: (await deliveries.listOf(_id, MAX_LISTED)).map(presentDelivery) };
    },
  );

  app.post<{ Params: Static<typeof OneDelivery> }>(
    '/api/webhooks/:id/deliveries/:delivery/retry',
    {
      ...forAdministrators,
      schema: {
        ...documented('Sends a delivery again', 'retryDelivery'),
        description: 'Its `webhook-id` stays the same, so that the receiver recognizes it.',
        params: OneDelivery,
        response: { 200: DeliveryResponse },
      },
    },
    async (request) => {
      const { params } = request;
      const webhook = await read(params);
      if (!(await deliveries.has(webhook._id, params.delivery))) throw notFound();
      await webhooks.recordSending(webhook, 'retry', actorOf(request));
      const delivery = await deliveries.requeue(webhook._id, params.delivery);
      if (delivery === null) throw notFound();
      await enqueue(delivery._id);
      return { data: presentDelivery(delivery) };
    },
  );
}
