import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Job } from '@vidhi/contracts/jobs.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { randomKey } from '#shared/cart/random-key.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { createSendAsStaff } from '../session/staff-request.ts';
import { isActive, jobCalls, JobError, type BeginJob, type JobCalls, type ResourceJobs } from './jobs.ts';

const POLL_MS = 500;

const textOf = (error: unknown): string => (error instanceof JobError ? error.message : NO_RESPONSE);

/** Returns the calls of the jobs of a service. */
export function useJobCalls(service: ResourceJobs['service']): JobCalls {
  const dispatch = useSessionDispatch();
  return useMemo(
    () =>
      jobCalls(
        createSendAsStaff({ dispatch, getState: dispatch((_dispatch, getState) => getState) }),
        service,
      ),
    [dispatch, service],
  );
}

/**
 * Follows one job of a service while it is shown.
 * @param onChange is called when rows have changed
 */
export function useJob(service: ResourceJobs['service'], onChange: () => void) {
  const notices = useNotices();
  const calls = useJobCalls(service);
  const [job, setJob] = useState<Job | null>(null);
  const key = job?.key;
  const isRunning = job !== null && isActive(job);

  useEffect(() => {
    if (key === undefined || !isRunning) return undefined;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async (): Promise<void> => {
      // A failed request is repeated: the job goes on without this page.
      const found = await calls.read(key).catch(() => null);
      if (isGone) return;
      if (found !== null) setJob(found);
      if (found !== null && !isActive(found)) onChange();
      else timer = setTimeout(() => void poll(), POLL_MS);
    };
    timer = setTimeout(() => void poll(), POLL_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [key, isRunning, calls, onChange]);

  const attempt = useCallback(
    async (call: () => Promise<Job>): Promise<boolean> => {
      try {
        setJob(await call());
        return true;
      } catch (error) {
        notices.error(textOf(error));
        return false;
      }
    },
    [notices],
  );
  return {
    job,
    calls,
    /** Resolves with whether it was begun. */
    begin: async (what: BeginJob) => {
      const begun = randomKey();
      return attempt(() => calls.begin(begun, what));
    },
    show: setJob,
    cancel: async (one: Job) => attempt(() => calls.cancel(one.key)),
    undo: async (one: Job) => attempt(() => calls.undo(one.key)),
    close: () => setJob(null),
  };
}
