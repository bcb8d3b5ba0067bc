import { HAND_CHANNELS } from '@vidhi/contracts/hand-order-names.ts';
import type { Address, PricedLine } from '@vidhi/contracts/purchases.ts';
import { OUTBOX_FIELDS, OUTBOX_INDEXES } from '@vidhi/outbox/outbox-document.ts';
import {
  oneOf,
  optional,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
} from '@vidhi/service-kit/stored-collection.ts';

/** Orders that staff have written down and that wait for their payment: no purchases until they are paid. */
export const PAYMENT_LINKS = storedCollection(
  'payment_links',
  {
    /** Hash of the key of its request. It is also the cart of its checkouts. */
    _id: required(String),
    ...OUTBOX_FIELDS,
    /** Hash of the request. */
    fingerprint: required(String),
    channel: oneOf(HAND_CHANNELS),
    lines: required([valueOf<PricedLine>()]),
    shippingPaise: required(Number),
    totalPaise: required(Number),
    /** Days for which its books can be returned, as promised with the link. */
    returnDays: required(Number),
    /** Removed when it is paid, as the purchase has them then, and some time after its end. */
    billing: requiredOrNull(valueOf<Address>()),
    shipping: requiredOrNull(valueOf<Address>()),
    /** Keys by which it is found; removed with the addresses that they are made of. */
    keys: optional([String]),
    /** An open one expires by its time; a payment that was under way then still takes it over. */
    state: oneOf(['OPEN', 'CANCELLED', 'PAID']),
    expiresAt: required(Date),
    /** The checkout that paid it; absent before. */
    checkoutId: optional(String),
    /** Number of mails with it. */
    mails: required(Number),
    /** Present until its copies are reserved for as long as it is open. */
    holdDue: optional(valueOf<true>()),
    /** Time at which reservations are released once more, which requests may have made after its end. */
    releaseDueAt: optional(Date),
    createdAt: required(Date),
    /** Id of the member of staff. */
    by: requiredOrNull(Number),
  },
  [
    { fields: { createdAt: -1 } },
    { fields: { state: 1, createdAt: -1 } },
    { fields: { keys: 1, createdAt: -1 } },
    { fields: { holdDue: 1 }, sparse: true },
    { fields: { releaseDueAt: 1 }, sparse: true },
    ...OUTBOX_INDEXES,
  ],
);
