import type { ReadModel } from '@vidhi/content-engine';
import type { LiveModel } from '@vidhi/content-service';

/** Throws in place of every write. */
export const rejectWrite = (): never => {
  throw new Error('this reader is read-only');
};

/** Returns a ready model that follows no topic. */
export const staticModel = (model: ReadModel, position: string): LiveModel => ({
  model,
  put: rejectWrite,
  remove: rejectWrite,
  count: rejectWrite,
  position: () => position,
  ageSeconds: () => 0,
  skippedRecords: () => 0,
  isReady: () => true,
  readiness: () => ({ ok: true }),
  untilCurrent: async () => {},
  ready: Promise.resolve(),
  close: async () => model.close(),
});
