import { Type, type Static } from 'typebox';

/** Events that webhooks send, with their meaning for people. */
export const WEBHOOK_EVENTS = {
  'post.published': 'An article was published',
  'post.unpublished': 'An article was unpublished',
  'order.created': 'An order was placed and paid',
  'order.shipped': 'A parcel, or a line of an order, was handed to the carrier',
  'order.cancelled': 'An order was cancelled',
  'refund.created': 'Money of an order went back',
  'profile.approved': 'A profile is shown in the directory now',
  'profile.withdrawn': 'A profile is not shown in the directory any more',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
/** Name of the event that staff sends to try a webhook. */
export const TEST_EVENT = 'test';

export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;

const Events = Type.Array(Type.Enum([...WEBHOOK_EVENT_NAMES]), {
  minItems: 1,
  maxItems: WEBHOOK_EVENT_NAMES.length,
  uniqueItems: true,
});
const Url = Type.String({ minLength: 8, maxLength: 2_000 });

export const Webhook = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  active: Type.Boolean(),
  created_at: Type.String(),
  rev: Type.Integer(),
});
export type Webhook = Static<typeof Webhook>;
export const WebhookList = Type.Object({ data: Type.Array(Webhook) });
export const WebhookResponse = Type.Object({ data: Webhook });
/** Response to creation and rotation, the only ones with the secret. */
export const WebhookSecretResponse = Type.Object({
  data: Type.Object({ ...Webhook.properties, secret: Type.String() }),
});

export const CreateWebhookBody = Type.Object(
  { data: Type.Object({ url: Url, events: Events }, { additionalProperties: false }) },
  { additionalProperties: false },
);
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;
export const ChangeWebhookBody = Type.Object(
  {
    data: Type.Object(
      { url: Url, events: Events, active: Type.Boolean(), rev: Type.Integer({ minimum: 1 }) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type ChangeWebhookBody = Static<typeof ChangeWebhookBody>;

/** One event for one webhook, with its attempts. */
export const Delivery = Type.Object({
  id: Type.String(),
  event: Type.String(),
  state: Type.Enum([...DELIVERY_STATES]),
  attempts: Type.Integer(),
  created_at: Type.String(),
  /** Time of the next attempt; null once it has ended. */
  due_at: Type.Union([Type.String(), Type.Null()]),
  /** Status of the last response, or why there was none. */
  result: Type.Union([Type.String(), Type.Null()]),
});
export type Delivery = Static<typeof Delivery>;
export const DeliveryList = Type.Object({ data: Type.Array(Delivery) });
export const DeliveryResponse = Type.Object({ data: Delivery });
