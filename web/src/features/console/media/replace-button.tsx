import { useMemo, useRef, useState } from 'react';
import { NO_RESPONSE } from '#shared/forms/form-state.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSessionDispatch } from '#shared/session/session.ts';
import { useConfirm } from '../kit/confirm.tsx';
import * as kit from '../kit.module.css';
import { LibraryDialog } from '../kit/library-dialog.tsx';
import { RunDialog } from '../kit/run-dialog.tsx';
import type { Run } from '../kit/use-actions.tsx';
import { createSendAsStaff } from '../session/staff-request.ts';
import { isDocument, type MediaRow } from './media-resource.tsx';
import type { PictureUsage as Usage } from '@vidhi/contracts/picture-usage.ts';
import { placeName } from './picture-usage.ts';
import { replaceFile } from './replace-file.ts';

const LABEL = 'Replace everywhere';
const nameOf = (usage: Usage): string =>
  `${placeName(usage)}${usage.working_copy === true ? ' (unpublished changes)' : ''}`;

interface ReplaceButtonProps {
  row: MediaRow;
  used: readonly Usage[];
  /** Called when the places that use the file may have changed. */
  onReplaced: () => void;
}

/** Puts another file of the library in the place of this one wherever it is used. The results stay until they are closed. */
export function ReplaceButton({ row, used, onReplaced }: ReplaceButtonProps) {
  const dispatch = useSessionDispatch();
  const send = useMemo(
    () => createSendAsStaff({ dispatch, getState: dispatch((_dispatch, getState) => getState) }),
    [dispatch],
  );
  const confirm = useConfirm();
  const notices = useNotices();
  const isStopped = useRef(false);
  const [isChoosing, setChoosing] = useState(false);
  const [run, setRun] = useState<Run | null>(null);

  async function replaceAll(other: MediaRow): Promise<void> {
    isStopped.current = false;
    let current: Run = { label: LABEL, total: used.length, done: 0, failures: [], state: 'running' };
    const show = (change: Partial<Run>): void => {
      current = { ...current, ...change };
      setRun(current);
    };
    show({});
    // One at a time: two attributes may be of one document.
    for (const [at, usage] of used.entries()) {
      if (isStopped.current) break;
      const failed = await replaceFile(send, usage, row, other);
      if (failed === null) show({ done: current.done + 1 });
      else {
        const message = failed.status === 0 ? NO_RESPONSE : failed.problem.message;
        show({ failures: [...current.failures, { id: at, title: nameOf(usage), message }] });
      }
    }
    show({ state: isStopped.current ? 'stopped' : 'finished' });
    onReplaced();
  }

  const handleChoice = async (id: number): Promise<void> => {
    setChoosing(false);
    if (id === row.id) return notices.error('That is the same file. Please choose another one.');
    const found = await send({ path: `/upload/library/${id}` });
    if (!found.isOk) return notices.error(found.status === 0 ? NO_RESPONSE : found.problem.message);
    const other = found.body as MediaRow;
    const isConfirmed = await confirm({
      title: `Replace it by ${other.name ?? `file ${id}`}?`,
      text: `Readers will see the other file at once in ${used.map(nameOf).join(', ')}.`,
      confirmLabel: LABEL,
    });
    if (isConfirmed) await replaceAll(other);
  };

  return (
    <>
      {used.length > 0 && (
        <button type="button" className={kit.tool} onClick={() => setChoosing(true)}>
          {LABEL}
        </button>
      )}
      {isChoosing && (
        <LibraryDialog
          kind={isDocument(row) ? 'documents' : 'pictures'}
          onChoose={(id) => void handleChoice(id)}
          onClose={() => setChoosing(false)}
        />
      )}
      {run !== null && (
        <RunDialog run={run} onStop={() => (isStopped.current = true)} onClose={() => setRun(null)} />
      )}
    </>
  );
}
