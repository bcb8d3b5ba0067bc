import { useRef, useState } from 'react';
import { MAX_IMPORTED_ADDRESSES, type SubscriberImportResult } from '@vidhi/contracts/newsletter.ts';
import { baseApi } from '#shared/api/base-api.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { saveFile } from '#shared/files/save-file.ts';
import { messageOf } from '../kit/message-of.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import * as kit from '../kit.module.css';
import { readAddresses } from './read-addresses.ts';
import * as styles from './newsletter.module.css';
import { subscriberApi } from './subscriber-resource.tsx';

const filesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Has the browser save all subscribers as CSV, which is sent with the access token only. */
    exportSubscribers: build.mutation<null, void>({
      queryFn: async (_arg, _api, _options, call) => {
        const { data, error } = await call({
          url: '/subscribers.csv',
          responseHandler: (response) => response.blob(),
        });
        if (error !== undefined) return { error };
        saveFile('subscribers.csv', data as Blob);
        return { data: null };
      },
      extraOptions: { auth: true },
    }),
  }),
});

/** Actions on the list as a whole: add an address, import some, export all. */
export function SubscriberTools() {
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const [save, { isLoading }] = filesApi.useExportSubscribersMutation();
  const notices = useNotices();
  return (
    <>
      <p className={kit.barRow}>
        <button type="button" className={kit.tool} onClick={() => setOpen('add')}>
          Add an address
        </button>
        <button type="button" className={kit.tool} onClick={() => setOpen('import')}>
          Import
        </button>
        <button
          type="button"
          className={kit.tool}
          aria-disabled={isLoading || undefined}
          onClick={() => {
            if (isLoading) return;
            void save().then(({ error }) => error !== undefined && notices.error(messageOf(error)));
          }}
        >
          Export CSV
        </button>
      </p>
      {open === 'add' && <AddDialog onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportDialog onClose={() => setOpen(null)} />}
    </>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { send } = subscriberApi.useWrites();
  const notices = useNotices();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    const result = await send({ url: '/subscribers', method: 'POST', body: { email: email.trim() } });
    setBusy(false);
    if (result.error !== undefined)
      return setError(
        isProblem(result.error) && result.error.status === 400
          ? 'Please enter a valid e-mail address.'
          : messageOf(result.error),
      );
    notices.success('We have sent a mail with a link to confirm.');
    onClose();
  };
  return (
    <NativeDialog title="Add an address" onClose={onClose}>
      <DialogForm
        submitLabel="Send the mail"
        isBusy={isBusy || email.trim() === ''}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <DialogField
          label="E-mail address"
          help="The person gets a mail with a link, and the newsletter only after clicking on it."
          error={error}
        >
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              type="email"
              autoComplete="off"
              value={email}
              onChange={({ target }) => {
                setEmail(target.value);
                setError(null);
              }}
            />
          )}
        </DialogField>
      </DialogForm>
    </NativeDialog>
  );
}

type Outcome = SubscriberImportResult['data'];

/** The input of a request. */
interface SentImport {
  text: string;
  consent: string;
}
interface CheckedImport extends SentImport {
  outcome: Outcome;
}
interface FailedImport extends SentImport {
  message: string;
}

const people = (count: number): string => (count === 1 ? '1 address' : `${count} addresses`);

function ImportDialog({ onClose }: { onClose: () => void }) {
  const { send } = subscriberApi.useWrites();
  const notices = useNotices();
  const [text, setText] = useState('');
  const [consent, setConsent] = useState('');
  const [checked, setChecked] = useState<CheckedImport | null>(null);
  const [failed, setFailed] = useState<FailedImport | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Number of the newest choice of a file: the text of an earlier one comes too late. */
  const choice = useRef(0);
  // A response counts while text and consent are those that were sent.
  const isCurrent = (sent: SentImport | null): boolean => sent?.text === text && sent.consent === consent;
  const outcome = isCurrent(checked) ? (checked?.outcome ?? null) : null;
  const error = isCurrent(failed) ? failed?.message : undefined;
  const addresses = readAddresses(text);
  const isTooLong = addresses.length > MAX_IMPORTED_ADDRESSES;
  const isReady = addresses.length > 0 && !isTooLong && consent.trim().length >= 10;

  const call = async (isDryRun: boolean): Promise<Outcome | null> => {
    setBusy(true);
    setFailed(null);
    const body = { addresses, consent: consent.trim(), ...(isDryRun ? { dry_run: true } : {}) };
    const result = await send({ url: '/subscribers/import', method: 'POST', body });
    setBusy(false);
    if (result.error === undefined) return (result.data as SubscriberImportResult).data;
    setFailed({ text, consent, message: messageOf(result.error) });
    return null;
  };
  const submit = async (): Promise<void> => {
    if (outcome === null) {
      const found = await call(true);
      return setChecked(found === null ? null : { text, consent, outcome: found });
    }
    const done = await call(false);
    if (done === null) return;
    notices.success(`${people(done.added)} imported.`);
    onClose();
  };
  const enter = (entered: string): void => {
    choice.current += 1;
    setText(entered);
  };
  const enterFile = async (file: File | undefined): Promise<void> => {
    setChecked(null);
    if (file === undefined) return;
    choice.current += 1;
    const number = choice.current;
    const content = await file.text();
    if (number === choice.current) enter(content);
  };
  return (
    <NativeDialog title="Import subscribers" onClose={onClose}>
      <DialogForm
        submitLabel={outcome === null ? 'Check the list' : `Import ${people(outcome.added)}`}
        isBusy={isBusy || !isReady || outcome?.added === 0}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <DialogField
          label="Addresses"
          help="One in each line, or the text of a CSV file."
          error={isTooLong ? `Please import ${MAX_IMPORTED_ADDRESSES} addresses at most at once.` : null}
        >
          {(ids) => (
            <textarea
              {...ids}
              className={`field__input ${styles.words}`}
              rows={6}
              value={text}
              onChange={({ target }) => enter(target.value)}
            />
          )}
        </DialogField>
        <DialogField label="Or a file">
          {(ids) => (
            <input
              {...ids}
              className={styles.file}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={({ target }) => void enterFile(target.files?.[0])}
            />
          )}
        </DialogField>
        <DialogField
          label="How and when did they agree?"
          help="The law asks for a proof of consent. These words are stored with each address: Signed our list at the seminar in Pune on 12 July 2026."
        >
          {(ids) => (
            <textarea
              {...ids}
              className={`field__input ${styles.words}`}
              rows={3}
              maxLength={1000}
              value={consent}
              onChange={({ target }) => setConsent(target.value)}
            />
          )}
        </DialogField>
        {outcome !== null && <OutcomeText outcome={outcome} />}
        {error !== undefined && <p role="alert">{error}</p>}
      </DialogForm>
    </NativeDialog>
  );
}

const MAX_SHOWN = 10;

const OutcomeText = ({
  outcome: { added, unchanged, unsubscribed, bounced, invalid },
}: {
  outcome: Outcome;
}) => (
  <output>
    <ul>
      <li>{people(added)} will get the newsletter</li>
      {unchanged > 0 && <li>{people(unchanged)} already there</li>}
      {unsubscribed > 0 && <li>{people(unsubscribed)} unsubscribed here before, and stay so</li>}
      {bounced > 0 && <li>{people(bounced)} whose mails came back: they can confirm again themselves</li>}
      {invalid.slice(0, MAX_SHOWN).map(({ row, text }) => (
        <li key={row}>
          Row {row} has no valid address: {text}
        </li>
      ))}
      {invalid.length > MAX_SHOWN && <li>And {invalid.length - MAX_SHOWN} more rows without one</li>}
    </ul>
  </output>
);
