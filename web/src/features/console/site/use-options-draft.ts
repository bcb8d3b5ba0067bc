import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { messageOf } from '../kit/message-of.ts';
import { useSaveOptions } from './save-options.ts';

type Row = Readonly<Record<string, unknown>>;

interface DraftOptions<Draft> {
  /** The options as they are stored now. */
  row: Row;
  /** Returns the draft that an editor opens with. */
  initial: () => Draft;
  /** Returns the options of a draft, or what is wrong with it. */
  valuesOf: (draft: Draft) => { values: object } | { problem: string };
  /** Returns those of the options that differ from stored ones. */
  changedOf: (values: Row, stored: Row) => object;
}

export interface OptionsDraft<Draft> {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  isBusy: boolean;
  problem: string | null;
  setProblem: (problem: string) => void;
  save: () => Promise<void>;
}

/** Some options of the site as a draft, which is saved as a whole and guarded until then. */
export function useOptionsDraft<Draft>(options: DraftOptions<Draft>): OptionsDraft<Draft> {
  const { row, initial, valuesOf, changedOf } = options;
  const [draft, setDraft] = useState(initial);
  const [savedDraft, setSavedDraft] = useState(draft);
  /** The stored options that the draft is a change of, with the state that they were read in. */
  const [known, setKnown] = useState(row);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const saveOptions = useSaveOptions();
  const notices = useNotices();
  useUnsavedGuard(draft !== savedDraft);

  async function save(): Promise<void> {
    if (isBusy) return;
    const result = valuesOf(draft);
    if ('problem' in result) return setProblem(result.problem);
    // An option that was not changed stays as it is, also where somebody else has changed it.
    const changed = changedOf({ ...result.values }, known);
    setBusy(true);
    const { error } =
      Object.keys(changed).length === 0
        ? {}
        : await saveOptions(changed, {
            ...known,
            ...(Object.keys(changedOf(known, row)).length === 0 ? { etag: row['etag'] } : {}),
          });
    setBusy(false);
    setProblem(error === undefined ? null : messageOf(error));
    if (error !== undefined) return;
    setKnown({ ...known, ...changed });
    setSavedDraft(draft);
    notices.success('Saved');
  }

  return { draft, setDraft, isBusy, problem, setProblem, save };
}
