import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { LiveModel } from '../live/live-model.ts';

export interface MemoryLiveModelOptions {
  position?: string;
  ageSeconds?: number;
  isReady?: () => boolean;
  counters?: Readonly<Record<string, string>>;
  transform?: (name: string, doc: StoredDocument) => StoredDocument;
  onPut?: (name: string, doc: StoredDocument) => void;
  /** Updates the model when a write waits for it to be current. */
  untilCurrent?: (model: ReadModel) => void;
}

/** Creates a live model for tests, which does not follow any topics. */
export function memoryLiveModel(model: ReadModel, options: MemoryLiveModelOptions = {}): LiveModel {
  const {
    position = '',
    ageSeconds = 0,
    isReady = () => true,
    counters = {},
    transform,
    onPut,
    untilCurrent,
  } = options;
  return {
    model,
    put(name, doc) {
      model.upsert(name, transform === undefined ? doc : transform(name, doc));
      onPut?.(name, doc);
    },
    remove: (name, id) => void model.remove(name, id),
    count(name, id, value) {
      const counter = counters[name];
      if (counter !== undefined) model.patch(name, id, { [counter]: value });
    },
    position: () => position,
    ageSeconds: () => ageSeconds,
    skippedRecords: () => 0,
    untilCurrent: async () => untilCurrent?.(model),
    isReady,
    readiness: () => ({ ok: isReady() }),
    ready: Promise.resolve(),
    close: async () => {},
  };
}
