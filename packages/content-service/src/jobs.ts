// Changes of many documents that the service makes, some at a time.

export {
  DELETE_ACTION,
  namesOf,
  type AuthorizeJob,
  type JobAction,
  type JobActions,
} from './jobs/job-actions.ts';
export { linkAction } from './jobs/link-action.ts';
export { jobRoutes, type JobRoutesOptions } from './jobs/job-routes.ts';
export { JOB_ROWS, JOBS, memoryJobStore, type JobItem } from './jobs/job-store.ts';
export {
  addedMergedIds,
  createRemainingId,
  linkSources,
  mergedBy,
  replaceMerged,
  stillInUse,
} from './jobs/merged-links.ts';
export { openJobs } from './jobs/open-jobs.ts';
export { createJobWorker, type JobWorker } from './jobs/run-jobs.ts';
