import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ReadModel } from '@vidhi/content-engine';
import type { LiveModel } from '../live/live-model.ts';

export interface MemoryLiveModelOptions {
  position?: string;
  ageSeconds?: number;
  isReady?: () => boolean;
  counters?: Readonly<Record<string, string>>;
  mend?: (name: string, doc: StoredDocument) => StoredDocument;
  onPut?: (name: string, doc: StoredDocument) => void;
  /** What the model learns when a write waits for it to be current. */
  untilCurrent?: (model: ReadModel) => void;
}

/** A double for tests: takes what it is given, and hears of nothing else. */
export function memoryLiveModel(model: ReadModel, options: MemoryLiveModelOptions = {}): LiveModel {
  const {
    position = '',
    ageSeconds = 0,
    isReady = () => true,
    counters = {},
    mend,
    onPut,
    untilCurrent,
  } = options;
  return {
    model,
    put(name, doc) {
      model.upsert(name, mend === undefined ? doc : mend(name, doc));
      onPut?.(name, doc);
    },
    remove: (name, id) => void model.remove(name, id),
    count(name, id, value) {
      const counter = counters[name];
      if (counter !== undefined) model.patch(name, id, { [counter]: value });
    },
    position: () => position,
    ageSeconds: () => ageSeconds,
    passedOver: () => 0,
    untilCurrent: async () => untilCurrent?.(model),
    isReady,
    readiness: () => ({ ok: isReady() }),
    ready: Promise.resolve(),
    close: async () => {},
  };
}
