import type { Connection } from 'mongoose';
import { modelOf } from '@vidhi/service-kit/stored-collection.ts';
import { PRESENCE } from './presence-collection.ts';

/** A tab in which an article is open. */
export interface PresentTab {
  tab: string;
  /** Id of the account. */
  by: number;
  since: Date;
}

/** Records in which tabs an article is open, for every process. */
export interface Presence {
  /** Notes that a tab has the article open, and resolves with all that have, in the order of their opening. */
  note(postId: number, tab: Omit<PresentTab, 'since'>): Promise<PresentTab[]>;
  /** Removes a tab. */
  leave(postId: number, tab: Omit<PresentTab, 'since'>): Promise<void>;
}

/** Pages send a heartbeat every 15 seconds while they are visible: two may be lost. */
export const PRESENT_MS = 45_000;

const keyOf = (postId: number, tab: string): string => `${postId}:${tab}`;
const byOpening = (one: PresentTab, other: PresentTab): number =>
  one.since.getTime() - other.since.getTime() || one.tab.localeCompare(other.tab);

/** In MongoDB. Each heartbeat removes what has expired, as not every database does that by itself. */
export function mongoPresence(connection: Connection, now: () => Date = () => new Date()): Presence {
  const tabs = modelOf(connection, PRESENCE);
  return {
    async note(postId, { tab, by }) {
      const at = now();
      const _id = keyOf(postId, tab);
      await tabs.deleteMany({ expiresAt: { $lte: at } });
      await tabs.updateOne(
        { _id },
        {
          $set: { by, expiresAt: new Date(at.getTime() + PRESENT_MS) },
          $setOnInsert: { postId, tab, since: at },
        },
        { upsert: true },
      );
      return (await tabs.find({ postId }))
        .map(({ tab: name, by: account, since }) => ({ tab: name, by: account, since }))
        .toSorted(byOpening);
    },
    async leave(postId, { tab, by }) {
      await tabs.deleteOne({ _id: keyOf(postId, tab), by });
    },
  };
}

/** In memory, for tests. */
export function memoryPresence(now: () => Date): Presence {
  const tabs = new Map<string, PresentTab & { postId: number; expiresAt: number }>();
  return {
    async note(postId, { tab, by }) {
      const at = now();
      for (const [key, { expiresAt }] of tabs) if (expiresAt <= at.getTime()) tabs.delete(key);
      const key = keyOf(postId, tab);
      const since = tabs.get(key)?.since ?? at;
      tabs.set(key, { postId, tab, by, since, expiresAt: at.getTime() + PRESENT_MS });
      return [...tabs.values()].filter((one) => one.postId === postId).toSorted(byOpening);
    },
    async leave(postId, { tab, by }) {
      const key = keyOf(postId, tab);
      if (tabs.get(key)?.by === by) tabs.delete(key);
    },
  };
}
