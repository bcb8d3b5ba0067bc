import { DELIVERY_STATES } from '@vidhi/contracts/webhooks.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  part,
  required,
  requiredOrNull,
  storedCollection,
  type StoredDocument,
} from '@vidhi/service-kit/stored-collection.ts';

/** Addresses of other software that gets events. */
export const WEBHOOKS = storedCollection(
  'webhooks',
  {
    _id: required(Number),
    ...OUTBOX_FIELDS,
    url: required(String),
    events: required([String]),
    active: required(Boolean),
    createdAt: required(Date),
    /** Signs deliveries, so that it is stored as it is. */
    secret: required(String),
    /** The secret before the last rotation, which signs too for a while. */
    formerSecret: optional(part({ secret: required(String), until: required(Date) })),
    /** A deleted one stays for its entry in the audit log. */
    removedAt: optional(Date),
  },
  OUTBOX_INDEXES,
);
export type StoredWebhook = StoredDocument<typeof WEBHOOKS>;

/** Events to be sent to a webhook, and what became of them. */
export const WEBHOOK_DELIVERIES = storedCollection(
  'webhook_deliveries',
  {
    /** Follows from event and webhook, so that a repeated event is no second delivery. */
    _id: required(String),
    webhook: required(Number),
    event: required(String),
    body: required(String),
    state: oneOf(DELIVERY_STATES),
    attempts: required(Number),
    createdAt: required(Date),
    dueAt: required(Date),
    /** End of the lease of the process that sends it. */
    leasedUntil: required(Date),
    result: requiredOrNull(String),
  },
  [
    { fields: { state: 1, dueAt: 1 } },
    { fields: { webhook: 1, createdAt: -1 } },
    { fields: { createdAt: 1 } },
  ],
);
export type StoredDelivery = StoredDocument<typeof WEBHOOK_DELIVERIES>;
