import type { Attributes } from '@vidhi/collections/all.ts';
import { isProblem } from '#shared/api/problem.ts';
import type { SubmitResult } from '#shared/forms/form-state.ts';
import { useConfirm } from '../kit/confirm.tsx';
import { useSessionDispatch } from '#shared/session/session.ts';
import { siteApi } from '#shared/site/site-api.ts';
import { optionsRead } from '#shared/site/site-reads.ts';
import { OPTIONS_PATH, optionApi } from './settings.ts';

type Row = Readonly<Record<string, unknown>>;

const CONFLICT = 412;

const QUESTION = {
  title: 'Somebody else has changed this',
  text: 'It was saved by somebody else after you opened this page. Saving yours replaces that; it stays in the history.',
  confirmLabel: 'Save mine',
} as const;

/** The result where somebody decides against replacing what others have saved. */
const NOT_SAVED: SubmitResult = {
  error: {
    status: CONFLICT,
    code: '',
    message: 'Nothing is saved. Load the page again to see what somebody else has saved.',
    fields: {},
  },
};

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Returns a function that stores some options of the site. `shown` is what its page shows: where somebody else has changed one of
 * these options since, their writer decides; changes of other options are no conflict.
 */
export function useSaveOptions(): (values: object, shown: Row) => Promise<SubmitResult> {
  const { send } = optionApi.useWrites();
  const fetchRow = optionApi.useFetchRow();
  const confirm = useConfirm();
  const dispatch = useSessionDispatch();
  /** Has the console itself show what was stored: its name and the pages of its menu. */
  async function showStored(): Promise<void> {
    const attributes = await fetchRow('').catch(() => undefined);
    if (attributes === undefined) return;
    const options = optionsRead.transform({
      data: { id: 1, attributes: attributes as Attributes<'site-option'> },
    });
    const stored = { endpointName: 'options', arg: undefined, value: options } as const;
    dispatch(siteApi.util.upsertQueryEntries([stored]));
  }
  return async function save(values, shown): Promise<SubmitResult> {
    const { etag } = shown;
    const result = await send(
      {
        url: OPTIONS_PATH,
        method: 'PUT',
        body: { data: values },
        ...(typeof etag === 'string' ? { headers: { 'if-match': etag.replace(/^W\//, '') } } : {}),
      },
      '',
    );
    if (result.error === undefined) await showStored();
    if (!isProblem(result.error) || result.error.status !== CONFLICT) return result;
    const stored = await fetchRow('').catch(() => undefined);
    if (stored === undefined || stored['etag'] === etag) return result;
    const isChanged = Object.keys(values).some((name) => !isSame(stored[name], shown[name]));
    return isChanged && !(await confirm(QUESTION)) ? NOT_SAVED : save(values, stored);
  };
}
