import { useMemo, useRef, useState } from 'react';
import { randomKey } from '#shared/cart/random-key.ts';
import { useSessionDispatch } from '#shared/session/session.ts';
import { createSendAsStaff } from '../session/staff-request.ts';
import { runBatch, undoBatch, type BatchKind, type BatchPlace, type RunState } from './batch-api.ts';

/** The change that is made: its key stays the same until it is complete, so that a repeated press goes on. */
interface Started {
  key: string;
  rows: readonly object[];
  more: { invites?: boolean };
}

function useSend() {
  const dispatch = useSessionDispatch();
  return useMemo(
    () => createSendAsStaff({ dispatch, getState: dispatch((_dispatch, getState) => getState) }),
    [dispatch],
  );
}

/** Writes many rows, with progress and results. */
export function useBatchRun({ path }: Pick<BatchPlace, 'path'>, kind: BatchKind) {
  const send = useSend();
  const [state, setState] = useState<RunState | null>(null);
  const started = useRef<Started | null>(null);
  const isStopped = useRef(false);
  const isRunning = useRef(false);
  return {
    state,
    stop: () => void (isStopped.current = true),
    /** Forgets the results: the next rows are another batch. */
    reset: () => {
      started.current = null;
      setState(null);
    },
    /** Resolves when the rows are written, or with what stopped it. A second call while it runs does nothing. */
    async start(
      label: string,
      rows: readonly object[],
      more: { invites?: boolean } = {},
    ): Promise<RunState | null> {
      if (isRunning.current) return null;
      isRunning.current = true;
      isStopped.current = false;
      started.current ??= { key: randomKey(), rows, more };
      const { key, rows: same, more: begun } = started.current;
      try {
        const end = await runBatch(
          send,
          path,
          { key, kind, label, ...begun },
          same,
          setState,
          () => isStopped.current,
        );
        if (end.problem === null) started.current = null;
        return end;
      } finally {
        isRunning.current = false;
      }
    },
  };
}

/** Undoes batches. */
export function useBatchUndo({ path }: Pick<BatchPlace, 'path'>) {
  const send = useSend();
  const [left, setLeft] = useState<number | null>(null);
  return {
    /** Rows that are still to be undone; null while nothing is. */
    left,
    async undo(key: string) {
      setLeft(Number.NaN);
      const result = await undoBatch(send, path, key, setLeft);
      setLeft(null);
      return result;
    },
  };
}
