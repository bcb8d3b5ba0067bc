import type { PresentPerson } from '@vidhi/contracts/presence.ts';
import type { StaffResponse } from '../session/staff-request.ts';
import type { ArticleClient, WorkingCopy } from './article-client.ts';
import { ARTICLE_ATTRIBUTES, type ArticleValues } from './article-values.ts';
import { fromCopy, revisionOf, type WorkState } from './work-state.ts';

/** The parts of the work on an article that taking over from another tab needs. */
export interface TakeOverSteps {
  client: ArticleClient;
  tab: string;
  state: () => WorkState;
  base: () => ArticleValues;
  /** Whether nothing was typed that is not on the server. */
  isUntouched: () => boolean;
  show: (values: ArticleValues) => void;
  /** Notes the number of the newest working copy on the server. */
  noteNumber: (seq: number | undefined) => void;
  /** Number of the next save of this tab. */
  nextSave: () => number;
  saved: (seq: number, names: readonly (keyof ArticleValues)[], values: ArticleValues) => void;
  saveCopy: () => Promise<void>;
  set: (next: Partial<WorkState>) => void;
  fail: (response: StaffResponse) => void;
}

/**
 * Goes on writing the working copy that another tab or person has written: from its text where nothing was typed here, else with
 * what was typed, and the service puts the other text into the history.
 */
export async function takeOver(steps: TakeOverSteps): Promise<void> {
  const { stored } = steps.state();
  if (stored === null) return;
  const found = await steps.client.loadCopy(stored.id);
  steps.noteNumber(found?.seq);
  const copy = found?.copy ?? null;
  if (copy !== null && steps.isUntouched()) return adoptCopy(steps, stored.id, copy);
  steps.set({ writer: null });
  return steps.saveCopy();
}

async function adoptCopy(steps: TakeOverSteps, id: number, copy: WorkingCopy): Promise<void> {
  const values = fromCopy(steps.base(), copy);
  steps.show(values);
  const data = {
    values: copy.values,
    base_rev: revisionOf(steps.state().stored?.etag ?? null),
    tab: steps.tab,
    n: steps.nextSave(),
  };
  const response = await steps.client.saveCopy(id, data, copy.seq);
  if (!response.isOk) return steps.fail(response);
  const names = ARTICLE_ATTRIBUTES.filter((name) => Object.hasOwn(copy.values, name));
  return steps.saved(Number((response.body as { data: { seq: number } }).data.seq), names, values);
}

/** Notes who writes in another tab; null where nobody does any more, and the text is to be read again unless something was typed. */
export function noteWriter(
  { state, set, isUntouched }: TakeOverSteps,
  writer: PresentPerson | null,
  onOutdated: (id: number) => void,
): void {
  const { conflict, stored, writer: known } = state();
  if (conflict !== null || stored === null) return;
  if (writer === null) {
    if (known !== null && isUntouched()) onOutdated(stored.id);
    return;
  }
  const { id, name, since: at } = writer;
  if (known?.id !== id || known.at !== at) set({ writer: { id, name, at } });
}
