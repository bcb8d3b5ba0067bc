import type { Connection } from 'mongoose';
import type { ServiceContext } from '@vidhi/service-kit/run-service.ts';
import { JOB_RETENTION_MS } from './job-routes.ts';
import { type JobStore, mongoJobStore } from './job-store.ts';
import { createJobWorker, type JobsOptions } from './run-jobs.ts';

interface OpenJobsOptions extends Omit<JobsOptions, 'jobs' | 'onError'> {
  connection: Connection;
}

const RUN_MS = 1_000;
const REMOVAL_MS = 3_600_000;

/** Opens the jobs of a service. `start` begins to execute them, and needs the indexes. */
export function openJobs(
  { closers, log }: Pick<ServiceContext, 'closers' | 'log'>,
  { connection, ...options }: OpenJobsOptions,
): { jobs: JobStore; wake(): void; start(): void } {
  const jobs = mongoJobStore(connection);
  const worker = createJobWorker({
    ...options,
    jobs,
    onError: (error) => log.warn({ err: error }, 'a job could not be continued'),
  });
  return {
    jobs,
    wake: () => void worker.run(),
    start() {
      closers.every('jobs', RUN_MS, worker.run, { atOnce: true });
      closers.add('worker of jobs', worker.close);
      closers.every('removal of old jobs', REMOVAL_MS, () =>
        jobs.removeBefore(new Date(Date.now() - JOB_RETENTION_MS)),
      );
    },
  };
}
