import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useConfirm } from './confirm.tsx';
import { textOf, titleColumnOf, type Resource, type RowAction, type Writes } from './define-resource.ts';
import { KIT } from './kit-texts.ts';
import { messageOf } from './message-of.ts';
import type { RowId } from './source.ts';

/** The state of an action on several rows, with a result for each. */
export interface Run {
  label: string;
  total: number;
  done: number;
  failures: readonly { id: RowId; title: string; message: string }[];
  state: 'running' | 'stopped' | 'finished';
}

/**
 * Returns functions that run an action on one row, or on many rows one after the other. Each asks for confirmation
 * first, and shows the result. `runOne` is always the same function, so that rows are not rendered again for it.
 */
export function useActions<Row extends { id: RowId }>(resource: Resource<Row>) {
  const confirm = useConfirm();
  const notices = useNotices();
  const writes = resource.api.useWrites() as Writes;
  const [run, setRun] = useState<Run | null>(null);
  const isStopped = useRef(false);
  const title = titleColumnOf(resource);

  const isConfirmed = async (
    { label, confirm: question, isDangerous = false }: RowAction<Row>,
    rows: readonly Row[] | number,
  ) =>
    question === undefined ||
    confirm({ title: label, text: question(rows), confirmLabel: label, isDangerous });

  async function runNow(action: RowAction<Row>, row: Row): Promise<boolean> {
    if (!(await isConfirmed(action, [row]))) return false;
    const { error } = await action.run(row, writes);
    if (error === undefined) notices.success(`${action.label}: ${textOf(title, row) || KIT.untitled}`);
    else notices.error(messageOf(error));
    return error === undefined;
  }

  const latest = useRef(runNow);
  useEffect(() => {
    latest.current = runNow;
  });
  /** Resolves with whether it was done. */
  const runOne = useCallback(async (action: RowAction<Row>, row: Row) => latest.current(action, row), []);

  /**
   * Runs the action on rows as they are loaded; `total` is their number, for the question and the progress. Resolves with whether it was
   * begun.
   */
  async function runMany(
    action: RowAction<Row>,
    total: number,
    load: (visit: (rows: readonly Row[]) => void) => Promise<void>,
  ): Promise<boolean> {
    if (!(await isConfirmed(action, total))) return false;
    isStopped.current = false;
    const base = { label: action.label, total };
    let done = 0;
    const failures: Run['failures'][number][] = [];
    const show = (state: Run['state']) => setRun({ ...base, done, failures: [...failures], state });
    show('running');
    const rows: Row[] = [];
    try {
      await load((loaded) => void rows.push(...loaded));
    } catch (error) {
      setRun(null);
      notices.error(messageOf(error));
      return false;
    }
    for (const row of rows) {
      if (isStopped.current) break;
      const { error } =
        action.isPossible?.(row) === false
          ? { error: { status: 409, fields: {}, message: `${action.label} is not possible` } }
          : await action.run(row, writes);
      if (error === undefined) done += 1;
      else
        failures.push({ id: row.id, title: textOf(title, row) || KIT.untitled, message: messageOf(error) });
      show('running');
    }
    show(isStopped.current ? 'stopped' : 'finished');
    return true;
  }

  return { run, runOne, runMany, stop: () => void (isStopped.current = true), dismiss: () => setRun(null) };
}
