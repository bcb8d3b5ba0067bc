import { required, storedCollection } from '@vidhi/service-kit/stored-collection.ts';

/** Backups that `npm run backup` has made of this site. The command writes here, as it has no service to call. */
export const BACKUPS = storedCollection('backups', {
  /** Time of the start. */
  _id: required(Date),
  finishedAt: required(Date),
  documents: required(Number),
  bytes: required(Number),
  files: required([String]),
});
