import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Unchecked } from '@vidhi/collections/all.ts';
import type { ListedRevision } from '@vidhi/contracts/edit-history.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { formatMoment } from '#shared/text/dates.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { ArticleClient } from '../article/article-client.ts';
import { usePageName } from '../frame/page-name.ts';
import { useConfirm } from '../kit/confirm.tsx';
import { AttributeChanges } from './attribute-changes.tsx';
import { DiffView } from './diff-view.tsx';
import { kindName, personName } from './history-texts.ts';
import { NameDialog } from './name-dialog.tsx';
import { RevisionList } from './revision-list.tsx';
import { COPY, useHistory, useRevisionValues, type History } from './use-history.ts';
import * as styles from './history.module.css';

interface HistoryViewProps {
  client: ArticleClient;
  id: number;
}

/** The history of an article: its states, the difference of any two as a reader sees it, and the way back to one of them. */
export function HistoryView({ client, id }: HistoryViewProps) {
  const { loaded, history, reload, loadOlder } = useHistory(client, id);
  usePageName(history === null ? null : `History of ${history.title || 'an article'}`);
  if (loaded === null) return <Skeleton shape="article" label="Loading the history" />;
  if (history === null)
    return (
      <div role="alert">
        <h1>The history could not be loaded</h1>
        <p>{'failure' in loaded ? loaded.failure.problem.message : ''}</p>
        <button type="button" className="button" onClick={reload}>
          Try again
        </button>
      </div>
    );
  return (
    <div>
      <header className="page-head">
        <PageLink to={`/console/posts/${id}`}>← Article</PageLink>
        <h1>History of {history.title || 'an article without a title'}</h1>
      </header>
      <Comparison client={client} id={id} history={history} onChanged={reload} onOlder={loadOlder} />
    </div>
  );
}

interface ComparisonProps extends HistoryViewProps {
  history: History;
  onChanged: () => void;
  onOlder: () => Promise<void>;
}

function Comparison({ client, id, history, onChanged, onOlder }: ComparisonProps) {
  const { entries, total } = history;
  const [params, setParams] = useSearchParams();
  const [isNaming, setNaming] = useState(false);
  const find = (rev: string | null): ListedRevision | undefined => entries.find((entry) => entry.rev === rev);
  const shown = find(params.get('rev')) ?? entries[0];
  const at = shown === undefined ? -1 : entries.indexOf(shown);
  const other = find(params.get('with')) ?? entries[at + 1];
  // Read from the older to the newer one, whichever was chosen first.
  const isReversed = other !== undefined && entries.indexOf(other) < at;
  const [older, newer] = isReversed ? [shown, other] : [other, shown];
  const before = useRevisionValues(client, id, history, older?.rev ?? null);
  const after = useRevisionValues(client, id, history, newer?.rev ?? null);
  const show = (rev: string): void => setParams({ rev }, { replace: true });
  const compare = (rev: string): void =>
    setParams({ rev: shown?.rev ?? '', ...(rev === '' ? {} : { with: rev }) }, { replace: true });
  if (shown === undefined) return <p>There is no history yet.</p>;
  const failure = [before, after].find((one) => typeof one === 'string');
  const isReady = typeof after === 'object' && after !== null && (older === undefined || before !== null);
  const textOf = (values: unknown): string => {
    const { content } = (values ?? {}) as Unchecked<'post'>;
    return typeof content === 'string' ? content : '';
  };
  return (
    <div className={styles.historyColumns}>
      <RevisionList
        entries={entries}
        shown={shown.rev}
        hasOlder={entries.length < total}
        onShow={show}
        onOlder={() => void onOlder()}
      />
      <article className={styles.historyMain} aria-live="polite">
        <h2>
          {shown.name ?? (shown.rev === COPY ? 'Unpublished changes' : kindName(shown))},{' '}
          {formatMoment(shown.at)}
        </h2>
        <div className={styles.historyTools}>
          <label>
            Compare with{' '}
            <select
              className="field__input"
              value={params.get('with') ?? ''}
              onChange={(event) => compare(event.target.value)}
            >
              <option value="">the state before it</option>
              {entries
                .filter((entry) => entry !== shown)
                .map((entry) => (
                  <option key={entry.rev} value={entry.rev}>
                    {entry.name ?? (entry.rev === COPY ? 'Unpublished changes' : kindName(entry))},{' '}
                    {formatMoment(entry.at)}, {personName(entry)}
                  </option>
                ))}
            </select>
          </label>
          {shown.rev !== COPY && (
            <button type="button" className="button button--plain" onClick={() => setNaming(true)}>
              {shown.name === null ? 'Give it a name' : 'Change the name'}
            </button>
          )}
          {shown.rev !== COPY && <RestoreButton client={client} id={id} history={history} entry={shown} />}
        </div>
        {typeof failure === 'string' && <p role="alert">{failure}</p>}
        {failure === undefined && !isReady && <Skeleton shape="article" label="Comparing" />}
        {failure === undefined && isReady && (
          <>
            {older === undefined && <p>The first state of the article: all of it is new.</p>}
            <AttributeChanges
              client={client}
              before={(older === undefined ? {} : before) as Readonly<Record<string, unknown>>}
              after={after}
            />
            <DiffView
              key={`${older?.rev ?? ''}-${newer?.rev ?? ''}`}
              before={older === undefined ? '' : textOf(before)}
              after={textOf(after)}
            />
          </>
        )}
      </article>
      {isNaming && (
        <NameDialog
          entry={shown}
          onSave={(name) => client.nameRevision(id, shown.rev, name, shown.note)}
          onSaved={onChanged}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

/** Goes on with the text of a former state. Readers see it when somebody publishes it. */
function RestoreButton({
  client,
  id,
  history,
  entry,
}: HistoryViewProps & { history: History; entry: ListedRevision }) {
  const confirm = useConfirm();
  const notices = useNotices();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { copy, seq } = history;
  const restore = async (): Promise<void> => {
    const isConfirmed = await confirm({
      title: 'Go on with this text?',
      text:
        copy === null
          ? 'Readers see no change until you publish it.'
          : `Readers see no change until you publish it. The unpublished changes of ${personName(copy)} go into the history.`,
      confirmLabel: 'Go on with this text',
    });
    if (!isConfirmed) return;
    setBusy(true);
    const response = await client.restoreRevision(id, entry.rev, seq);
    setBusy(false);
    if (response.isOk) {
      notices.success('This is the former text. It is not published yet');
      void navigate(`/console/posts/${id}`);
    } else
      notices.error(
        response.status === 412
          ? 'Somebody is writing on it right now: load the page again'
          : response.problem.message,
      );
  };
  return (
    <button type="button" className="button" disabled={isBusy} onClick={() => void restore()}>
      Go on with this text
    </button>
  );
}
