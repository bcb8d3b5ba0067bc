import { useState } from 'react';
import { MAX_REDIRECT_ROWS, type ImportRedirectsResult } from '@vidhi/contracts/redirects.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import * as kit from '../kit.module.css';
import * as styles from '../newsletter/newsletter.module.css';
import { redirectApi } from './redirect-resource.tsx';

/** Actions on the list as a whole. */
export function RedirectTools() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className={kit.barRow}>
        <button type="button" className={kit.tool} onClick={() => setOpen(true)}>
          Import CSV
        </button>
      </p>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const redirects = (count: number): string => (count === 1 ? '1 redirect' : `${count} redirects`);

function ImportDialog({ onClose }: { onClose: () => void }) {
  const { send } = redirectApi.useWrites();
  const notices = useNotices();
  const [csv, setCsv] = useState('');
  const [checked, setChecked] = useState<ImportRedirectsResult | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const stored = checked === null ? 0 : checked.added + checked.changed;

  async function call(isDryRun: boolean): Promise<ImportRedirectsResult | null> {
    setBusy(true);
    setError(null);
    const body = { csv, ...(isDryRun ? { dry_run: true } : {}) };
    const result = await send({ url: '/redirects/import', method: 'POST', body });
    setBusy(false);
    if (result.error === undefined) return (result.data as { data: ImportRedirectsResult }).data;
    setError(
      isProblem(result.error) && result.error.status !== 0
        ? result.error.message
        : 'That did not work. Please try again.',
    );
    return null;
  }
  async function submit(): Promise<void> {
    if (checked === null) return setChecked(await call(true));
    const done = await call(false);
    if (done === null) return;
    notices.success(`${redirects(done.added + done.changed)} imported.`);
    onClose();
  }
  const change = (text: string): void => {
    setCsv(text);
    setChecked(null);
    setError(null);
  };
  return (
    <NativeDialog title="Import redirects" onClose={onClose}>
      <DialogForm
        submitLabel={checked === null ? 'Check the file' : `Import ${redirects(stored)}`}
        isBusy={isBusy || csv.trim() === '' || (checked !== null && stored === 0)}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <DialogField
          label="Rows"
          help={`Columns from, to and code, as the export has them; code may be left out for 301. ${MAX_REDIRECT_ROWS} rows at most at once.`}
        >
          {(ids) => (
            <textarea
              {...ids}
              className={`field__input ${styles.words}`}
              rows={6}
              value={csv}
              placeholder={'from,to,code\n/old-page,/new-page,301'}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </DialogField>
        <DialogField label="Or a file">
          {(ids) => (
            <input
              {...ids}
              className={styles.file}
              type="file"
              accept=".csv,text/csv,text/plain"
              onChange={({ target }) => void target.files?.[0]?.text().then(change)}
            />
          )}
        </DialogField>
        {checked !== null && <ResultText result={checked} />}
        {error !== null && <p role="alert">{error}</p>}
      </DialogForm>
    </NativeDialog>
  );
}

const MAX_SHOWN = 50;

const ResultText = ({ result: { added, changed, unchanged, failed } }: { result: ImportRedirectsResult }) => (
  <output>
    <ul>
      <li>{redirects(added)} new</li>
      {changed > 0 && <li>{redirects(changed)} changed</li>}
      {unchanged > 0 && <li>{redirects(unchanged)} there already</li>}
      {failed.length > 0 && (
        <li>{failed.length === 1 ? '1 row is' : `${failed.length} rows are`} left out:</li>
      )}
    </ul>
    <ul className={kit.failures}>
      {failed.slice(0, MAX_SHOWN).map(({ row, from, message }) => (
        <li key={row}>
          Row {row}, {from || 'no address'}: {message}
        </li>
      ))}
      {failed.length > MAX_SHOWN && <li>And {failed.length - MAX_SHOWN} more</li>}
    </ul>
  </output>
);
