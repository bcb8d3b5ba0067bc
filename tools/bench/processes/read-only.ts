import type { ReadModel } from '@vidhi/content-engine';
import type { LiveModel } from '@vidhi/content-service';

/** A refusal in the place of whatever would change something. */
export const refuse = (): never => {
  throw new Error('this reader changes nothing');
};

/** A model that is there and stays as it is: it follows nothing. */
export const stillModel = (model: ReadModel, position: string): LiveModel => ({
  model,
  put: refuse,
  remove: refuse,
  count: refuse,
  position: () => position,
  ageSeconds: () => 0,
  skippedRecords: () => 0,
  isReady: () => true,
  readiness: () => ({ ok: true }),
  untilCurrent: async () => {},
  ready: Promise.resolve(),
  close: async () => model.close(),
});
