import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListedPreviewLink } from '@vidhi/contracts/edit-history.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import type { ArticleClient } from './article-client.ts';
import { messageOf } from './work-state.ts';
import * as styles from './article.module.css';

type PreviewClient = Pick<ArticleClient, 'previews' | 'sharePreview' | 'endPreview'>;

interface PreviewSectionProps {
  client: PreviewClient;
  /** Id of the article. */
  id: number;
  /** Whether this person may make and end links. */
  mayShare: boolean;
  /** Stores what is typed, which the link shows. Resolves with whether it is stored. */
  onSave: () => Promise<boolean>;
}

/** Links by which people without an account read the article as it is being written. */
export function PreviewSection({ client, id, mayShare, onSave }: PreviewSectionProps) {
  const [links, setLinks] = useState<readonly ListedPreviewLink[] | null>([]);
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const load = useCallback(() => client.previews(id).then(setLinks), [client, id]);
  useEffect(() => void load(), [load]);
  const end = async (preview: string): Promise<void> => {
    await client.endPreview(id, preview);
    await load();
    // The button is gone.
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="panel-preview">
      <h2 id="panel-preview" ref={heading} tabIndex={-1}>
        Preview
      </h2>
      {links === null ? (
        <p>The links cannot be loaded just now.</p>
      ) : (
        links.length > 0 && (
          <ul className={styles.articleEntries} aria-label="Links that work">
            {links.map((link) => (
              <li key={link.id}>
                <p>
                  <b>{link.label ?? 'Preview link'}</b>
                  <br />
                  Until {formatMoment(link.expires_at)}
                  {link.by !== null && link.by.name !== '' && `, by ${link.by.name}`}
                  <br />
                  {link.opened_at === null ? 'Not opened yet' : `Last opened ${formatMoment(link.opened_at)}`}
                </p>
                {mayShare && (
                  <button
                    type="button"
                    className="button button--plain"
                    aria-label={`End the link: ${link.label ?? `until ${formatMoment(link.expires_at)}`}`}
                    onClick={() => void end(link.id)}
                  >
                    End
                  </button>
                )}
              </li>
            ))}
          </ul>
        )
      )}
      {mayShare && (
        <div className={styles.articlePanelActions}>
          <button type="button" className="button button--plain" onClick={() => setOpen(true)}>
            Share preview
          </button>
        </div>
      )}
      {isOpen && (
        <ShareDialog
          client={client}
          id={id}
          onSave={onSave}
          onShared={() => void load()}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

const PERIODS: readonly { hours: number; label: string }[] = [
  { hours: 24, label: 'One day' },
  { hours: 72, label: 'Three days' },
  { hours: 168, label: 'A week' },
  { hours: 720, label: 'Thirty days' },
];
const DEFAULT_HOURS = 72;
const MAX_LABEL_LENGTH = 80;

function ShareDialog({
  client,
  id,
  onSave,
  onShared,
  onClose,
}: Omit<PreviewSectionProps, 'mayShare'> & { onShared: () => void; onClose: () => void }) {
  const [hours, setHours] = useState(DEFAULT_HOURS);
  const [label, setLabel] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const isSaved = await onSave();
    const made = isSaved ? await client.sharePreview(id, { hours, label }) : null;
    setBusy(false);
    if (made === null) setProblem('The article cannot be saved, so there is no link yet');
    else if (made.failure !== undefined) setProblem(messageOf(made.failure));
    else {
      setUrl(made.url);
      onShared();
    }
  };
  if (url !== null) return <SharedDialog url={url} onClose={onClose} />;
  return (
    <NativeDialog title="Share preview" onClose={onClose}>
      <DialogForm submitLabel="Make a link" isBusy={isBusy} onSubmit={() => void submit()} onClose={onClose}>
        <p>
          Whoever has the link reads the article with the changes that are not published, without an account.
          It shows later changes, too.
        </p>
        <DialogField label="For whom" help="Optional. Only the newsroom sees it">
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              maxLength={MAX_LABEL_LENGTH}
              value={label}
              onChange={({ target }) => setLabel(target.value)}
            />
          )}
        </DialogField>
        <DialogField label="Works for">
          {(ids) => (
            <select
              {...ids}
              className="field__input"
              value={hours}
              onChange={({ target }) => setHours(Number(target.value))}
            >
              {PERIODS.map((period) => (
                <option key={period.hours} value={period.hours}>
                  {period.label}
                </option>
              ))}
            </select>
          )}
        </DialogField>
        {problem !== null && (
          <p className={styles.articleProblem} role="alert">
            {problem}
          </p>
        )}
      </DialogForm>
    </NativeDialog>
  );
}

function SharedDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied('yes');
    } catch {
      field.current?.select();
      setCopied('no');
    }
  };
  return (
    <NativeDialog title="The link is ready" onClose={onClose}>
      <DialogForm submitLabel="Done" hasCancel={false} onSubmit={onClose} onClose={onClose}>
        <p>Copy it now: its address is not shown again.</p>
        <DialogField label="Address of the preview">
          {(ids) => <input {...ids} className="field__input" ref={field} readOnly value={url} />}
        </DialogField>
        <div className={styles.articlePanelActions}>
          <button type="button" className="button button--plain" onClick={() => void copy()}>
            Copy
          </button>
          <a className="button button--plain" href={url} target="_blank" rel="noreferrer">
            Open it
          </a>
        </div>
        <output>
          {copied === 'yes' && 'Copied'}
          {copied === 'no' && 'Please copy the selected address yourself'}
        </output>
      </DialogForm>
    </NativeDialog>
  );
}
