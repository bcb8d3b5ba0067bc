import { randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { WireError, notFound } from '@vidhi/contracts/errors.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { WITHOUT_OUTBOX, outboxOf, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { nextId } from '@vidhi/service-kit/counters.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { newSecret } from './sign-webhook.ts';
import { WEBHOOKS, type StoredWebhook } from './webhook-collections.ts';

export interface WebhookStore {
  list(): Promise<StoredWebhook[]>;
  find(id: number): Promise<StoredWebhook | null>;
  /** Rejects with 409 when there are too many. */
  create(values: Pick<StoredWebhook, 'url' | 'events'>, actor: Actor): Promise<StoredWebhook>;
  /** Rejects with 409 for one that has changed since it was read. */
  change(
    read: StoredWebhook,
    values: Pick<StoredWebhook, 'url' | 'events' | 'active'>,
    actor: Actor,
  ): Promise<StoredWebhook>;
  /** Replaces the secret. The former one signs too for a day. */
  rotate(read: StoredWebhook, actor: Actor): Promise<StoredWebhook>;
  remove(read: StoredWebhook, actor: Actor): Promise<void>;
  /**
   * Records in the audit log that staff send something to a webhook by hand: a test, or a delivery once more. Rejects with
   * 404 for one that was removed meanwhile. Call it before the act, so that none is without its record.
   */
  recordSending(read: StoredWebhook, action: 'test' | 'retry', actor: Actor): Promise<void>;
}

const NOT_REMOVED = { removedAt: { $exists: false } };
const MAX_WEBHOOKS = 20;
const ROTATION_MS = 86_400_000;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

export function mongoWebhookStore(
  connection: Connection,
  topic: TopicLayout,
  publish: (id: number) => void,
  now: () => Date = () => new Date(),
): WebhookStore {
  const webhooks = modelOf(connection, WEBHOOKS);

  const audited = (
    { _id: id, rev, url }: Pick<StoredWebhook, '_id' | 'rev' | 'url'>,
    act: { actor: Actor; action: string; paths: readonly string[] },
  ) =>
    createAuditEntry(topic, {
      service: 'notify',
      type: 'webhook',
      id,
      rev,
      at: now(),
      actor: act.actor,
      action: act.action,
      // The path may have a key of the receiver.
      label: new URL(url).host,
      changes: act.paths.map((path) => ({ path })),
    });

  async function write(
    read: StoredWebhook,
    set: Partial<StoredWebhook>,
    act: { actor: Actor; action: string; paths: readonly string[] },
  ): Promise<StoredWebhook> {
    const entry = audited({ ...read, ...set, rev: read.rev + 1 }, act);
    const changed = await webhooks.findOneAndUpdate(
      { _id: read._id, rev: read.rev, ...NOT_REMOVED },
      withEntries<StoredWebhook>({ $set: set } as mongo.UpdateFilter<StoredWebhook>, [entry]),
      { returnDocument: 'after', projection: WITHOUT_OUTBOX },
    );
    if (changed === null) throw conflict('The webhook has changed meanwhile. Please load it again.');
    publish(read._id);
    return changed;
  }

  return {
    list: () => webhooks.find(NOT_REMOVED, WITHOUT_OUTBOX).sort({ _id: 1 }),
    find: async (id) => webhooks.findOne({ _id: id, ...NOT_REMOVED }, WITHOUT_OUTBOX),
    async create({ url, events }, actor) {
      if ((await webhooks.countDocuments(NOT_REMOVED)) >= MAX_WEBHOOKS)
        throw conflict(`There are ${MAX_WEBHOOKS} webhooks. Please delete one first.`);
      const _id = await nextId(connection, 'webhook');
      const entry = audited({ _id, rev: 1, url }, { actor, action: 'create', paths: [] });
      const webhook: StoredWebhook = {
        _id,
        ...outboxOf([entry]),
        url,
        events: [...events],
        active: true,
        createdAt: now(),
        secret: newSecret(),
      };
      await webhooks.insertOne(webhook);
      publish(_id);
      return webhook;
    },
    change(read, { url, events, active }, actor) {
      const set = { url, events: [...events], active };
      const paths = (['url', 'events', 'active'] as const).filter(
        (name) => String(read[name]) !== String(set[name]),
      );
      return paths.length === 0
        ? Promise.resolve(read)
        : write(read, set, { actor, action: 'update', paths });
    },
    rotate: (read, actor) =>
      write(
        read,
        {
          secret: newSecret(),
          formerSecret: { secret: read.secret, until: new Date(now().getTime() + ROTATION_MS) },
        },
        { actor, action: 'update', paths: ['secret'] },
      ),
    async recordSending({ _id: id, url }, action, actor) {
      const entry = createAuditEntry(topic, {
        service: 'notify',
        type: 'webhook',
        id,
        rev: randomUUID(),
        at: now(),
        actor,
        action,
        label: new URL(url).host,
        changes: [],
      });
      const { matchedCount } = await webhooks.updateOne(
        { _id: id, ...NOT_REMOVED },
        // The revision stays: a form of the webhook that is open elsewhere can still be saved.
        withEntries<StoredWebhook>({ $inc: { rev: 0 } } as mongo.UpdateFilter<StoredWebhook>, [entry]),
      );
      if (matchedCount === 0) throw notFound();
      publish(id);
    },
    async remove(read, actor) {
      await write(read, { removedAt: now(), active: false }, { actor, action: 'delete', paths: [] });
    },
  };
}
