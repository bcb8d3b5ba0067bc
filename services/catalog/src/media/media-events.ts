import { createChangeEvent, type EventsOf } from '@vidhi/content-service/store.ts';
import { MediaChanged, MediaRemoved, MediaStored } from '@vidhi/contracts/events.ts';
import { publicVariantsOf } from './variants/picture-step.ts';

/** One event per write. The topic is compacted, so each event carries the full document. */
export const mediaEvents =
  (topic: string): EventsOf =>
  (change) => {
    const { before, after, id, rev } = change;
    if (before === null && after === null) return [];
    const { type } = after === null ? MediaRemoved : before === null ? MediaStored : MediaChanged;
    const data = after === null ? { rev, id } : { rev, doc: { ...after, variants: publicVariantsOf(after) } };
    return [createChangeEvent(change, { topic, key: String(id), type, data })];
  };
