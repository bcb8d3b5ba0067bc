import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EVERYTHING, type Issue, type IssueContent, type IssueSection } from '@vidhi/contracts/newsletter.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { messageOf } from '../kit/message-of.ts';
import { usePageName } from '../frame/page-name.ts';
import { useUnsavedGuard } from '../kit/guard.ts';
import { useRowFocus } from '../kit/row-focus.ts';
import { useOwnAddress } from '../kit/use-own-address.ts';
import { useConfirm } from '../kit/confirm.tsx';
import * as kit from '../kit.module.css';
import * as orders from '../orders/orders.module.css';
import { ArticleSearch } from './article-search.tsx';
import { EMPTY_ISSUE, ISSUES_PATH, issueApi, issueListApi } from './issue-api.ts';
import { IssueConflict } from './issue-conflict.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { ReadersChoice } from './readers-choice.tsx';
import { SectionEditor } from './section-editor.tsx';
import { SendDialog } from './send-dialog.tsx';
import * as styles from './newsletter.module.css';

const NEW_TEXT: IssueSection = { kind: 'text', heading: '', text: '' };

const contentOf = ({ subject, sections, readers }: Issue): IssueContent => ({ subject, sections, readers });

const sameContent = (a: IssueContent, b: IssueContent): boolean =>
  a.subject === b.subject &&
  JSON.stringify([a.sections, a.readers]) === JSON.stringify([b.sections, b.readers]);

/** A part with a key of its own, so that React moves its inputs with it. */
interface Part {
  key: number;
  section: IssueSection;
}
let keys = 0;
const partOf = (section: IssueSection): Part => ({ key: (keys += 1), section });

interface IssueEditorProps {
  /** The newest state that was read; null for one that is not stored yet. */
  issue: Issue | null;
  /** Called with a new issue once it is stored. */
  onCreate: (created: Issue) => void;
  /** Called with whether something is not saved, whenever that changes. */
  onUnsaved: (isUnsaved: boolean) => void;
}

const CONFLICT = 409;

/** The page of a draft: subject, parts in their order, and what can be done with it. */
export function IssueEditor({ issue, onCreate, onUnsaved }: IssueEditorProps) {
  const [stored, setStored] = useState<{ rev: number; content: IssueContent }>({
    rev: issue?.rev ?? 0,
    content: issue === null ? EMPTY_ISSUE : contentOf(issue),
  });
  const [subject, setSubject] = useState(stored.content.subject);
  const [readers, setReaders] = useState(stored.content.readers ?? EVERYTHING);
  const [parts, setParts] = useState<readonly Part[]>(() => stored.content.sections.map(partOf));
  const [dialog, setDialog] = useState<'articles' | 'preview' | 'send' | null>(null);
  const [theirs, setTheirs] = useState<Issue | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { create, remove } = issueListApi.useWrites();
  const { update, send } = issueApi.useWrites();
  const fetchIssue = issueApi.useFetchRow();
  const navigate = useNavigate();
  const showAddress = useOwnAddress();
  const notices = useNotices();
  const confirm = useConfirm();
  const { list, add, beforeRemoval } = useRowFocus<HTMLDivElement>();
  const content: IssueContent = { subject, sections: parts.map(({ section }) => section), readers };
  const isChanged = !sameContent(content, stored.content);
  /** The newest text, for a save that ends after somebody has typed on. */
  const latest = useRef(content);
  useLayoutEffect(() => {
    latest.current = content;
  });
  useUnsavedGuard(isChanged);
  useEffect(() => onUnsaved(isChanged), [isChanged, onUnsaved]);
  usePageName(subject.trim() || null);

  const chosen = new Set(content.sections.flatMap((one) => (one.kind === 'article' ? [one.id] : [])));
  const set = (at: number, section: IssueSection): void =>
    setParts((before) => before.map((part, index) => (index === at ? { ...part, section } : part)));
  const move = (at: number, by: -1 | 1): void =>
    setParts((before) => {
      const [moved] = before.slice(at, at + 1);
      const rest = before.toSpliced(at, 1);
      return moved === undefined ? before : rest.toSpliced(at + by, 0, moved);
    });

  /** Resolves with the stored issue; null when it could not be saved. */
  async function save(rev = stored.rev): Promise<{ id: number; rev: number } | null> {
    if (issue !== null && !isChanged && issue.rev <= stored.rev) return { id: issue.id, rev: stored.rev };
    if (issue !== null && issue.rev > rev) {
      meet(issue);
      return null;
    }
    const { data, error } = await (issue === null ? create(content) : update(issue.id, { ...content, rev }));
    if (error !== undefined) {
      const isConflict = issue !== null && isProblem(error) && error.status === CONFLICT;
      const read = isConflict ? await fetchIssue(issue.id).catch(() => undefined) : undefined;
      if (read === undefined) notices.error(messageOf(error));
      else meet(read);
      return null;
    }
    const saved = (data as { data: Issue }).data;
    setStored({ rev: saved.rev, content });
    if (issue === null) {
      onCreate(saved);
      showAddress(`${ISSUES_PATH}/${saved.id}`, !sameContent(latest.current, content));
    }
    return { id: saved.id, rev: saved.rev };
  }

  /** Goes on with what somebody else has stored, where nothing is lost by it; else the two are shown to choose. */
  function meet(read: Issue): void {
    if (isChanged) return setTheirs(read);
    take(read);
    notices.error('Somebody else has changed this newsletter. This is the new text: please look at it.');
  }
  function take(read: Issue): void {
    setStored({ rev: read.rev, content: contentOf(read) });
    setSubject(read.subject);
    setReaders(read.readers);
    setParts(read.sections.map(partOf));
    setTheirs(null);
  }
  const saveMine = (read: Issue) => {
    setTheirs(null);
    void act(() => notices.success('Saved'), read.rev);
  };

  /** Saves, and then does something with what is stored. `rev` is the state that it replaces. */
  async function act(
    then: (saved: { id: number; rev: number }) => Promise<void> | void,
    rev?: number,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const saved = await save(rev);
    if (saved !== null) await then(saved);
    setBusy(false);
  }

  const test = () =>
    act(async ({ id }) => {
      const { error } = await send({ url: `/newsletter-issues/${id}/test`, method: 'POST', body: {} });
      if (error === undefined) notices.success('A test mail is on its way to you.');
      else notices.error(messageOf(error));
    });
  const handleDelete = async (): Promise<void> => {
    if (issue === null) return;
    const isConfirmed = await confirm({
      title: 'Delete this draft?',
      text: 'It is deleted permanently.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const { error } = await remove(issue.id);
    if (error !== undefined) return notices.error(messageOf(error));
    setStored({ rev: 0, content });
    void navigate(ISSUES_PATH);
  };

  return (
    <>
      <header className={`page-head ${styles.head}`}>
        <h1>{subject.trim() || 'New newsletter'}</h1>
      </header>
      {issue?.problem != null && (
        <p className={orders.orderStep}>It was not sent at its time. {issue.problem}</p>
      )}
      <div className={orders.orderPage}>
        <div ref={list}>
          <div className={styles.subject}>
            <label className="field__name" htmlFor="newsletter-subject">
              Subject
            </label>
            <input
              id="newsletter-subject"
              className="field__input"
              maxLength={150}
              autoComplete="off"
              value={subject}
              onChange={({ target }) => setSubject(target.value)}
            />
          </div>
          <ReadersChoice readers={readers} onChange={setReaders} />
          {parts.map(({ key, section }, index) => (
            <SectionEditor
              key={key}
              section={section}
              place={index + 1}
              count={parts.length}
              onChange={(changed) => set(index, changed)}
              onMove={(by) => move(index, by)}
              onRemove={() => {
                beforeRemoval(index);
                setParts((before) => before.toSpliced(index, 1));
              }}
            />
          ))}
          <div className={styles.buttons}>
            <button
              ref={add}
              type="button"
              className={kit.tool}
              onClick={() => setParts((before) => [...before, partOf(NEW_TEXT)])}
            >
              Add a text
            </button>
            <button type="button" className={kit.tool} onClick={() => setDialog('articles')}>
              Add articles
            </button>
          </div>
        </div>
        <aside className={`${orders.orderCard} ${styles.side}`} aria-label="What to do">
          {issue !== null && (
            <button
              type="button"
              className="button"
              aria-disabled={isBusy || undefined}
              onClick={() => void act(() => setDialog('send'))}
            >
              Send …
            </button>
          )}
          <button
            type="button"
            className={issue === null ? 'button' : 'button button--plain'}
            aria-disabled={isBusy || undefined}
            onClick={() => void act(() => notices.success('Saved'))}
          >
            {issue === null ? 'Save draft' : 'Save'}
          </button>
          {issue !== null && (
            <>
              <button
                type="button"
                className="button button--plain"
                aria-disabled={isBusy || undefined}
                onClick={() => void act(() => setDialog('preview'))}
              >
                Preview
              </button>
              <button
                type="button"
                className="button button--plain"
                aria-disabled={isBusy || undefined}
                onClick={() => void test()}
              >
                Send a test to me
              </button>
              <button type="button" className={`${kit.textButton}`} onClick={() => void handleDelete()}>
                Delete draft
              </button>
            </>
          )}
          <small className={styles.faint}>
            {isChanged ? 'Not saved yet.' : issue === null ? '' : 'All changes are saved.'}
          </small>
        </aside>
      </div>
      {dialog === 'articles' && (
        <ArticleSearch
          chosen={chosen}
          onAdd={(section) => setParts((before) => [...before, partOf(section)])}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'preview' && issue !== null && (
        <PreviewDialog id={issue.id} onClose={() => setDialog(null)} />
      )}
      {theirs !== null && (
        <IssueConflict
          mine={content}
          theirs={theirs}
          onSaveMine={() => saveMine(theirs)}
          onTakeTheirs={() => take(theirs)}
          onClose={() => setTheirs(null)}
        />
      )}
      {dialog === 'send' && issue !== null && (
        <SendDialog issue={issue} rev={stored.rev} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
