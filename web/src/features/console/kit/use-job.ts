import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Job } from '@vidhi/contracts/jobs.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { randomKey } from '#shared/cart/random-key.ts';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { createSendAsStaff } from '../session/staff-request.ts';
import {
  isActive,
  jobCalls,
  JobError,
  jobText,
  type BeginJob,
  type JobCalls,
  type ResourceJobs,
} from './jobs.ts';

const POLL_MS = 500;
/** Time in which a change without a response is begun again as the same job. */
const REPEAT_MS = 120_000;

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

/** Returns a text that is the same for the same change of the same rows. */
const textOfBegin = ({ rows: { selected, path }, ...what }: BeginJob): string =>
  JSON.stringify([what, path, selected.isAll, selected.isAll ? [] : [...selected.rows.keys()]]);

/**
 * Follows one job of a service. A running one goes on, and is followed, when its dialog is closed; its end is said then.
 * @param onChange is called when rows have changed
 */
export function useJob(service: ResourceJobs['service'], onChange: () => void) {
  const notices = useNotices();
  const calls = useJobCalls(service);
  const [job, setJob] = useState<Job | null>(null);
  const [isHidden, setHidden] = useState(false);
  const isBusy = useRef(false);
  /** A change whose response was lost: the same one again, soon, has its key, and is the same job. */
  const unanswered = useRef<{ text: string; key: string; at: number } | null>(null);
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
      if (found !== null && !isActive(found)) {
        onChange();
        const say = found.counts.failed > 0 ? notices.error : notices.success;
        if (isHidden)
          say(`${found.label}: ${jobText(found)}`, { label: 'Results', run: () => setHidden(false) });
      } else timer = setTimeout(() => void poll(), POLL_MS);
    };
    timer = setTimeout(() => void poll(), POLL_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [key, isRunning, isHidden, calls, notices, onChange]);

  const attempt = useCallback(
    async (call: () => Promise<Job>): Promise<boolean> => {
      // A second click is no second call.
      if (isBusy.current) return false;
      isBusy.current = true;
      try {
        setJob(await call());
        setHidden(false);
        return true;
      } catch (error) {
        notices.error(textOf(error));
        return false;
      } finally {
        isBusy.current = false;
      }
    },
    [notices],
  );
  return {
    /** The job whose dialog is open. */
    job: isHidden ? null : job,
    /** The job as it is, also without its dialog. */
    latest: job,
    calls,
    /** Resolves with whether it was begun. */
    begin: async (what: BeginJob) => {
      const text = textOfBegin(what);
      const last = unanswered.current;
      const isSame = last?.text === text && Date.now() - last.at < REPEAT_MS;
      const begun = isSame ? last.key : randomKey();
      return attempt(async () => {
        unanswered.current = { text, key: begun, at: Date.now() };
        const found = await calls.begin(begun, what);
        unanswered.current = null;
        return found;
      });
    },
    show: (one: Job) => {
      setJob(one);
      setHidden(false);
    },
    /** Follows a job without its dialog. */
    follow: (one: Job) => {
      setJob(one);
      setHidden(true);
    },
    cancel: async (one: Job) => attempt(() => calls.cancel(one.key)),
    undo: async (one: Job) => attempt(() => calls.undo(one.key)),
    close: () => setHidden(true),
  };
}
