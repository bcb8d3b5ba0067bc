import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import { PaymentLinkSent } from '@vidhi/contracts/events.ts';
import { MAX_LINK_MAILS } from '@vidhi/contracts/payment-link-names.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { createEntry, type StoredEntry } from '@vidhi/outbox/entry.ts';
import { outboxOf } from '@vidhi/outbox/outbox-document.ts';
import { failPoint } from '@vidhi/service-kit/fail-point.ts';
import { paymentLinkKeys } from '../desk/search-keys.ts';
import type { StockStore } from '../stock/stock-store.ts';
import type { PaymentLinkStore } from './payment-link-store.ts';
import { linkStateOf, type PaymentLinkRequest, type StoredPaymentLink } from './payment-link.ts';

export interface PaymentLinksOptions {
  store: PaymentLinkStore;
  stock: Pick<StockStore, 'reserve' | 'releaseCart'>;
  topic: TopicLayout;
  auditTopic: TopicLayout;
  /** Days for which buyers may return the books, as the shop promises now. */
  readReturnDays: () => Promise<number>;
  /** Has the events of a link published. */
  notify: (id: string) => void;
  onFailure: (error: unknown, id: string) => void;
  now?: () => number;
}

/** Orders that wait for their payment. The protocol is `tests/protocol/payment-link-model.ts`. */
export interface PaymentLinks {
  /** Creates the link of a request. The same id with the same request resolves with what is there; another one is 409. */
  create(id: string, request: PaymentLinkRequest, actor: Actor): Promise<StoredPaymentLink>;
  /** Cancels an open link; of a cancelled one nothing changes, and a paid one is 409. Throws 404 without it. */
  cancel(id: string, actor: Actor): Promise<StoredPaymentLink>;
  /** Sends an open link by mail again. Throws 404 without it, and 409 when it is not open or was mailed too often. */
  mail(id: string, actor: Actor): Promise<StoredPaymentLink>;
  /** Releases what a link has reserved, once it is paid for or cancelled. */
  release(id: string): Promise<void>;
  /** Completes what crashes have left. */
  sweep(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Time for which copies are reserved until the link is stored: longer than a request lasts. */
const FIRST_HOLD_MS = 3_600_000;
/** Time after which reservations are released once more: longer than a request lasts. */
export const RELEASE_AGAIN_MS = 600_000;
const BATCH = 100;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

export function createPaymentLinks(options: PaymentLinksOptions): PaymentLinks {
  const { store, stock, topic, auditTopic, notify, onFailure, now = Date.now } = options;

  const audited = (id: string, action: string, actor: Actor, rev: string, totalPaise: number): StoredEntry =>
    createAuditEntry(auditTopic, {
      service: 'cart-orders',
      type: 'payment-link',
      id,
      rev,
      at: new Date(now()),
      actor,
      action,
      label: null,
      changes: [{ path: 'total_paise', to: totalPaise }],
    });
  const sent = (linkId: string, number: number): StoredEntry =>
    createEntry(topic, PaymentLinkSent, {
      id: `payment-link.sent:${linkId}:${number}`,
      key: linkId,
      data: { linkId, number },
      occurredAt: new Date(now()),
    });

  async function reserve(id: string, lines: StoredPaymentLink['lines'], until: Date): Promise<void> {
    const { missing } = await stock.reserve({ checkoutId: id, cart: id, lines, until });
    if (missing.length === 0) return;
    const titles = lines.filter(({ bookId }) => missing.includes(bookId)).map(({ title }) => `“${title}”`);
    throw conflict(
      `There are too few free copies of ${titles.join(', ')}. If they are on your shelf, receive them under Stock first`,
    );
  }

  /** Reserves the copies of an open link for as long as it is open; without them, a payment for it is refunded. */
  async function hold({ _id, lines, expiresAt }: StoredPaymentLink): Promise<void> {
    await stock.reserve({ checkoutId: _id, cart: _id, lines, until: expiresAt });
    await store.held(_id);
    // It may have ended meanwhile; later ends release by themselves.
    const current = await store.find(_id);
    if (current !== null && current.state !== 'OPEN') await stock.releaseCart(_id);
  }

  async function found(id: string): Promise<StoredPaymentLink> {
    const link = await store.find(id);
    if (link === null) throw notFound();
    return link;
  }

  return {
    async create(id, request, actor) {
      const same = (link: StoredPaymentLink): StoredPaymentLink => {
        if (link.fingerprint !== request.fingerprint)
          throw conflict('The Idempotency-Key was used for another order');
        return link;
      };
      const before = await store.find(id);
      if (before !== null) return same(before);
      const at = new Date(now());
      const { days, isMailed, ...order } = request;
      await reserve(id, order.lines, new Date(at.getTime() + FIRST_HOLD_MS));
      failPoint('cart-orders.payment-link-reserved');
      const link: StoredPaymentLink = {
        ...outboxOf([
          audited(id, 'payment_link', actor, 'created', order.totalPaise),
          ...(isMailed ? [sent(id, 1)] : []),
        ]),
        _id: id,
        ...order,
        keys: paymentLinkKeys(order.billing, order.shipping),
        returnDays: await options.readReturnDays(),
        state: 'OPEN',
        expiresAt: new Date(at.getTime() + days * DAY_MS),
        mails: isMailed ? 1 : 0,
        holdDue: true,
        createdAt: at,
        by: actor.id,
      };
      const isNew = await store.insert(link);
      failPoint('cart-orders.payment-link-stored');
      if (isNew) {
        notify(id);
        // The sweep repeats it.
        await hold(link).catch((error: unknown) => onFailure(error, id));
      }
      return same(await found(id));
    },
    async cancel(id, actor) {
      const { totalPaise } = await found(id);
      const releaseDueAt = new Date(now() + RELEASE_AGAIN_MS);
      const entry = audited(id, 'cancel_payment_link', actor, 'cancelled', totalPaise);
      const isNew = await store.cancel(id, releaseDueAt, entry);
      failPoint('cart-orders.payment-link-cancelled');
      const link = await found(id);
      if (link.state === 'PAID') throw conflict('The link was paid. Cancel or refund its order instead');
      if (isNew) {
        notify(id);
        await stock.releaseCart(id).catch((error: unknown) => onFailure(error, id));
      }
      return link;
    },
    async mail(id, actor) {
      const link = await found(id);
      if (linkStateOf(link, now()) !== 'open') throw conflict('The link is not open any more');
      const number = link.mails + 1;
      if (number > MAX_LINK_MAILS) throw conflict(`The link was sent ${MAX_LINK_MAILS} times already`);
      const entry = audited(id, 'mail_payment_link', actor, `mail-${number}`, link.totalPaise);
      if (!(await store.mailed(id, number, [sent(id, number), entry])))
        throw conflict('The link was changed meanwhile. Please look at it again');
      notify(id);
      return found(id);
    },
    release: (id) => stock.releaseCart(id),
    async sweep() {
      for (const link of await store.findDue(BATCH))
        try {
          if (link.state === 'OPEN') await hold(link);
          else {
            await stock.releaseCart(link._id);
            await store.released(link);
          }
        } catch (error) {
          onFailure(error, link._id);
        }
    },
  };
}
