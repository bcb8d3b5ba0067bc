import type { FastifyInstance } from 'fastify';
import { unauthorized, validationError } from '@vidhi/contracts/errors.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { isWebhookSignature } from '../razorpay/signatures.ts';
import type { ProviderEvents } from './provider-events.ts';

export interface WebhookRoutesOptions {
  events: Pick<ProviderEvents, 'insert'>;
  /** The current secret, and the previous one while events are signed with it. */
  secrets: readonly string[];
  /** Called after an event was stored. */
  onStored: () => void;
  onForged: () => void;
}

const BODY_LIMIT = 262_144;
const EVENT_ID = /^[\w-]{1,100}$/;

/** `POST /api/payment/webhook`: verifies the bytes, stores the event, responds, and applies it afterwards. */
export async function webhookRoutes(
  app: FastifyInstance,
  { events, secrets, onStored, onForged }: WebhookRoutesOptions,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/api/payment/webhook', { schema: { hide: true } }, async ({ body, headers }) => {
    const signature = String(headers['x-razorpay-signature'] ?? '');
    if (!Buffer.isBuffer(body) || !isWebhookSignature(body, signature, secrets)) {
      onForged();
      throw unauthorized();
    }
    const id = String(headers['x-razorpay-event-id'] ?? '');
    if (!EVENT_ID.test(id)) throw validationError('x-razorpay-event-id must be defined.');
    failPoint('payments.webhook-received');
    await events.insert(id, body.toString());
    failPoint('payments.webhook-stored');
    onStored();
    return {};
  });
}
