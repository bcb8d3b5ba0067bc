import { factOf } from '@vidhi/content-service/store/change-event.ts';
import type { FactsOf } from '@vidhi/content-service/store/content-store.ts';
import { MediaChanged, MediaRemoved, MediaStored } from '@vidhi/contracts/events.ts';
import { shownVariantsOf } from '../variants/picture-step.ts';

/** One fact for each write; the topic is compacted, so the whole object travels. */
export const mediaFacts =
  (topic: string): FactsOf =>
  (change) => {
    const { before, after, id, rev } = change;
    if (before === null && after === null) return [];
    const { type } = after === null ? MediaRemoved : before === null ? MediaStored : MediaChanged;
    const data = after === null ? { rev, id } : { rev, doc: { ...after, variants: shownVariantsOf(after) } };
    return [factOf(change, { topic, key: String(id), type, data })];
  };
