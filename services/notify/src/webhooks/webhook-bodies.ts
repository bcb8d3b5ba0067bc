import { Type, type Static, type TObject, type TProperties } from 'typebox';
import { Value } from 'typebox/value';
import {
  OrderCancelled,
  OrderCreated,
  OrderRefunded,
  OrderShipped,
  PostPublished,
  PostWithdrawn,
  ProfilePublished,
  ProfileWithdrawn,
  eventsByType,
  type Envelope,
  type EventDeclaration,
} from '@vidhi/contracts/events.ts';
import type { TEST_EVENT, WebhookEvent } from '@vidhi/contracts/webhooks.ts';

/** An event as webhooks send it. */
export interface WebhookMessage {
  event: WebhookEvent | typeof TEST_EVENT;
  occurredAt: string;
  /** No personal data: ids, by which the API has the rest for those who may read it. */
  data: Readonly<Record<string, unknown>>;
}

interface Translation {
  event: EventDeclaration;
  name: WebhookEvent;
  /** Null for an event that is not sent. */
  toData: (data: unknown) => Record<string, unknown> | null;
}

const translate = <Data extends TProperties>(
  event: EventDeclaration<Data>,
  name: WebhookEvent,
  toData: (data: Static<TObject<Data>>) => Record<string, unknown> | null,
): Translation => ({ event, name, toData: (data) => toData(Value.Parse(event.data, data)) });

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Article = Type.Object({ id: Type.Integer(), title: Text, slug: Text });

const TRANSLATIONS: readonly Translation[] = [
  translate(PostPublished, 'post.published', ({ doc }) => {
    const { id, title = null, slug = null } = Value.Parse(Article, doc);
    return { id, title, slug };
  }),
  translate(PostWithdrawn, 'post.unpublished', ({ id, slug }) => ({ id, slug })),
  translate(OrderCreated, 'order.created', ({ purchaseId, totalPaise, isCancelled }) =>
    isCancelled === true ? null : { purchase: purchaseId, total_paise: totalPaise },
  ),
  translate(OrderShipped, 'order.shipped', ({ purchaseId, lineId, shipmentId }) => ({
    purchase: purchaseId,
    line: lineId,
    parcel: shipmentId ?? null,
  })),
  translate(OrderCancelled, 'order.cancelled', ({ purchaseId }) => ({ purchase: purchaseId })),
  translate(OrderRefunded, 'refund.created', ({ purchaseId, amountPaise, returnedPaise }) => ({
    purchase: purchaseId,
    amount_paise: amountPaise,
    returned_paise: returnedPaise,
  })),
  // Without its title, which is the name of a person.
  translate(ProfilePublished, 'profile.approved', ({ doc }) => ({ id: doc.id })),
  translate(ProfileWithdrawn, 'profile.withdrawn', ({ id }) => ({ id })),
];

/** Events of Kafka from which webhooks follow. */
export const WEBHOOK_SOURCES = eventsByType(TRANSLATIONS.map(({ event }) => event));

/** Returns the message of an event; null for one that no webhook sends. */
export function messageOf({ type, occurredAt, data }: Envelope): WebhookMessage | null {
  const found = TRANSLATIONS.find(({ event }) => event.type === type);
  const body = found?.toData(data) ?? null;
  return found === undefined || body === null ? null : { event: found.name, occurredAt, data: body };
}

/** Returns the body of a request. */
export const bodyOf = ({ event, occurredAt, data }: WebhookMessage): string =>
  JSON.stringify({ type: event, timestamp: occurredAt, data });
