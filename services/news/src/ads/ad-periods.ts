import { siteAdCollection } from '@vidhi/collections/news/site-ad.ts';
import { storedAs } from '@vidhi/collections/stored.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { LiveModel } from '@vidhi/content-service';
import type { ContentWrites } from '@vidhi/content-service/store.ts';
import { updateIfDue } from '../writes/update-if-due.ts';
import { isOutsidePeriod } from './ad-period.ts';

/** Tracks advertisements that have a period. */
export interface AdPeriods {
  note(id: number, doc: StoredDocument | null): void;
  /** Ids of those that are to be shown or hidden by now. They stay due until they are noted as such. */
  due(now: Date): number[];
}

const isOff = (doc: StoredDocument): boolean => storedAs(siteAdCollection, doc).is_off === true;

const isWrong = (doc: StoredDocument, now: Date): boolean => isOutsidePeriod(doc, now) !== isOff(doc);

export function createAdPeriods(): AdPeriods {
  const ads = new Map<number, StoredDocument>();
  return {
    note(id, doc) {
      if (doc === null) ads.delete(id);
      else ads.set(id, doc);
    },
    due: (now) => [...ads].filter(([, doc]) => isWrong(doc, now)).map(([id]) => id),
  };
}

/**
 * Shows an advertisement whose period has begun, and hides one whose period is over. It is no edit: forms that are open meet no
 * conflict, and the time of the last change stays.
 */
export const switchAd = (
  store: Pick<ContentWrites, 'update'>,
  live: Pick<LiveModel, 'put'>,
  id: number,
  now: Date,
): Promise<void> =>
  updateIfDue(store, live, {
    collection: siteAdCollection,
    id,
    decide: (current) =>
      isWrong(current, now) ? { is_off: isOutsidePeriod(current, now), updatedAt: current.updatedAt } : null,
  });
