import type { Connection, mongo } from 'mongoose';
import type { Actor } from '@vidhi/contracts/actor.ts';
import type { ShopSettings } from '@vidhi/contracts/shop-settings.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import { outboxOf, withEntries } from '@vidhi/outbox/outbox-document.ts';
import { isDuplicateKey } from '@vidhi/service-kit/mongo.ts';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { SHOP_SETTINGS, type SettingsDocument } from './shop-settings-collection.ts';
import { settingsInEffect, type SettingsChange, type StoredSettings } from './shop-settings.ts';

/** The only document. */
export const SETTINGS_ID = 'shop';
const MAX_ATTEMPTS = 100;

export interface ShopSettingsStore {
  /** The settings of the installation. */
  installed: ShopSettings;
  /** Resolves with the settings in effect at this moment. */
  read(): Promise<ShopSettings>;
  /** Resolves with the settings that were in effect within the last second; for texts, and never for money. */
  readRecent(): Promise<ShopSettings>;
  /** Changes settings, with an entry of the audit log; resolves with those in effect then. */
  change(change: SettingsChange, actor: Actor): Promise<ShopSettings>;
}

export interface ShopSettingsStoreOptions {
  installed: ShopSettings;
  auditTopic: TopicLayout;
  /** Has the events of the document published. */
  publish: (id: string) => void;
  now?: () => number;
}

const RECENT_MS = 1_000;

/** Every `read` is one of the document, so that a change is in effect at once in all processes. */
export function mongoShopSettings(
  connection: Connection,
  { installed, auditTopic, publish, now = Date.now }: ShopSettingsStoreOptions,
): ShopSettingsStore {
  const settings = modelOf(connection, SHOP_SETTINGS);

  async function create(): Promise<void> {
    try {
      await settings.insertOne({ _id: SETTINGS_ID, ...outboxOf([]), values: {} });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async function read(): Promise<ShopSettings> {
    const found = await settings.findOne({ _id: SETTINGS_ID }, { values: 1 });
    return settingsInEffect(installed, found?.values ?? {});
  }
  let recent: { until: number; settings: Promise<ShopSettings> } | null = null;

  return {
    installed,
    read,
    readRecent() {
      if (recent === null || recent.until <= now()) {
        const started = { until: now() + RECENT_MS, settings: read() };
        recent = started;
        started.settings.catch(() => {
          if (recent === started) recent = null;
        });
      }
      return recent.settings;
    },
    async change(change, actor) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const found = await settings.findOne({ _id: SETTINGS_ID });
        if (found === null) {
          await create();
          continue;
        }
        const before = settingsInEffect(installed, found.values);
        const values: StoredSettings = Object.fromEntries(
          Object.entries({ ...found.values, ...change }).filter(([, value]) => value !== null),
        );
        const after = settingsInEffect(installed, values);
        const changed = (Object.keys(after) as (keyof ShopSettings)[]).filter(
          (name) => after[name] !== before[name],
        );
        const rev = found.rev + 1;
        const entry = createAuditEntry(auditTopic, {
          service: 'cart-orders',
          type: 'shop-settings',
          id: SETTINGS_ID,
          rev,
          at: new Date(now()),
          actor,
          action: 'update',
          label: 'Settings of the shop',
          changes: changed.map((path) => ({ path, from: before[path], to: after[path] })),
        });
        const update = { $set: { values, rev } } as mongo.UpdateFilter<SettingsDocument>;
        const { matchedCount } = await settings.updateOne(
          { _id: SETTINGS_ID, rev: found.rev },
          changed.length === 0 ? update : withEntries<SettingsDocument>(update, [entry]),
        );
        if (matchedCount === 0) continue;
        publish(SETTINGS_ID);
        return after;
      }
      throw new Error('the settings of the shop are too busy');
    },
  };
}
