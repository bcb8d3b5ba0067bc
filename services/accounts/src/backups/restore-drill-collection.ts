import { optional, required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** Backups that `npm run drill:restore` has tried to restore. The command writes here, as it has no service to call. */
export const RESTORE_DRILLS = storedCollection('restore_drills', {
  /** Time of the start. */
  _id: required(Date),
  finishedAt: required(Date),
  /** Start of the backup that was tried. */
  backupStartedAt: required(Date),
  documents: required(Number),
  /** Why it could not be restored. */
  failure: optional(String),
});
