import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNotices } from '#shared/app-page/notices.tsx';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { useArticleClient } from '../article/use-article-client.ts';
import { useTextPictures } from '../article/use-text-pictures.ts';
import { TitleField } from '../article/title-field.tsx';
import { slugOf } from '../article/slug-of.ts';
import { usePageName } from '../frame/page-name.ts';
import { useConfirm } from '../kit/confirm.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { KIT } from '../kit/kit-texts.ts';
import { useOwnAddress } from '../kit/use-own-address.ts';
import type { RichTextEditorProps, RichTextHandle } from '../rich-text/rich-text-editor.tsx';
import { nameProblem, typedSince, type PageClient, type PageValues, type StoredPage } from './page-client.ts';
import { ShadowNote } from '../site/shadowed.tsx';
import { PagePanel } from './page-panel.tsx';
import { addressQuestion } from './address-question.tsx';
import { PAGE } from './page-texts.ts';
import { unfilledOf } from './unfilled.ts';
import * as styles from '../article/article.module.css';
import * as pages from './pages.module.css';

const RichText = lazyPart<RichTextEditorProps>('the editor', () =>
  import('../rich-text/rich-text-editor.tsx').then((module) => module.RichTextEditor),
);

interface PageEditorProps {
  client: PageClient;
  /** Null for a page that is not stored yet. */
  stored: StoredPage | null;
  initial: PageValues;
}

const CONFLICT = 412;
const NOT_FOUND = 404;
/** Time without typing after which the text is searched for brackets. */
const READ_AFTER_MS = 400;

/** Writes a page of the site's own, such as Terms of Service: heading, text and what belongs to them. */
export function PageEditor({ client, stored: opened, initial }: PageEditorProps) {
  const editor = useRef<RichTextHandle>(null);
  const [stored, setStored] = useState(opened);
  const [values, setValues] = useState(initial);
  /** The newest values, for a save that ends after somebody has typed on. */
  const latest = useRef(initial);
  const [isUnsaved, setUnsaved] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  // On a narrow screen the details lie above the text.
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [unfilled, setUnfilled] = useState(() => unfilledOf(initial.content));
  const reading = useRef<ReturnType<typeof setTimeout>>(undefined);
  const article = useArticleClient();
  const confirm = useConfirm();
  const notices = useNotices();
  const navigate = useNavigate();
  const showAddress = useOwnAddress();
  useUnsavedGuard(isUnsaved);
  usePageName(values.title.trim() || null);
  useEffect(() => () => clearTimeout(reading.current), []);

  const change = (changed: Partial<PageValues>): void => {
    latest.current = { ...latest.current, ...changed };
    setValues(latest.current);
    setUnsaved(true);
  };
  const setTitle = (title: string): void => {
    const isProposed = stored === null && (values.name === '' || values.name === slugOf(values.title));
    change(isProposed ? { title, name: slugOf(title) } : { title });
  };
  const touchContent = (): void => {
    if (!isUnsaved) setUnsaved(true);
    clearTimeout(reading.current);
    reading.current = setTimeout(
      () => setUnfilled(unfilledOf(editor.current?.toHtml() ?? '')),
      READ_AFTER_MS,
    );
  };
  const pictures = useTextPictures(article);

  const readValues = (): PageValues => ({
    ...latest.current,
    content: editor.current?.toHtml() ?? latest.current.content,
  });

  async function mayPublish(wanted: PageValues): Promise<boolean> {
    const open = unfilledOf(wanted.content);
    setUnfilled(open);
    if (open.length > 0) {
      const list = (
        <>
          {PAGE.unfilledText}
          <br />
          {open.map((text) => `[${text}]`).join(', ')}
        </>
      );
      const question = {
        title: PAGE.unfilledTitle(open.length),
        text: list,
        confirmLabel: PAGE.publishAnyway,
      };
      if (!(await confirm(question))) return false;
    }
    const name = wanted.name.trim();
    const found = await client.findAtAddress(name, stored?.id ?? null);
    if (found.failure !== undefined) {
      setProblem(PAGE.notChecked);
      return false;
    }
    const isShown = stored !== null && !stored.values.is_draft && stored.values.name === name;
    const question = addressQuestion(found, isShown);
    return question === null || confirm(question);
  }

  async function store(wanted: PageValues, etag: string | null): Promise<boolean> {
    const { page, failure } = await client.save(stored?.id ?? null, wanted, etag);
    if (page !== undefined) {
      const typed = typedSince(wanted, readValues());
      latest.current = { ...page.values, ...typed };
      setStored(page);
      setValues(latest.current);
      setErrors({});
      setProblem(null);
      setUnsaved(Object.keys(typed).length > 0);
      if (stored === null) showAddress(`/console/pages/${page.id}`, Object.keys(typed).length > 0);
      return true;
    }
    if (failure.status === CONFLICT) {
      const question = { title: PAGE.conflictTitle, text: PAGE.conflictText, confirmLabel: PAGE.saveMine };
      return (await confirm(question)) ? store(wanted, null) : false;
    }
    setErrors(failure.problem.fields);
    const text = failure.status === NOT_FOUND ? KIT.gone : failure.problem.message;
    setProblem(failure.status === 0 ? PAGE.failed : text);
    return false;
  }

  async function save(isDraft: boolean, message: string): Promise<void> {
    if (isBusy) return;
    const wanted = { ...readValues(), is_draft: isDraft };
    const name = nameProblem(wanted.name);
    const isEmpty = wanted.content.trim() === '' && wanted.targetUrl.trim() === '';
    setErrors(name === null ? {} : { name });
    setProblem(name ?? (isEmpty ? PAGE.empty : null));
    if (name !== null) setPanelOpen(true);
    if (name !== null || isEmpty) return;
    setBusy(true);
    try {
      if ((isDraft || (await mayPublish(wanted))) && (await store(wanted, stored?.etag ?? null)))
        notices.success(message);
    } finally {
      setBusy(false);
    }
  }

  const isDraft = stored === null || stored.values.is_draft;
  const publish = () => void save(false, PAGE.isPublished);
  const saveDraft = () => void save(true, PAGE.savedDraft);
  const hide = async () => {
    if (isBusy) return;
    const question = {
      title: PAGE.hideTitle,
      text: PAGE.hideText,
      confirmLabel: PAGE.hide,
      isDangerous: true,
    };
    if (await confirm(question)) await save(true, PAGE.isHidden);
  };
  const remove = async (id: number) => {
    if (isBusy) return;
    const question = {
      title: PAGE.removeTitle,
      text: PAGE.removeText,
      confirmLabel: PAGE.remove,
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    const response = await client.remove(id);
    if (!response.isOk) return setProblem(response.status === 0 ? PAGE.failed : response.problem.message);
    setUnsaved(false);
    notices.success(PAGE.isRemoved);
    void navigate('/console/pages');
  };
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]') !== null)
      return;
    if (event.key === 's') (isDraft ? saveDraft : publish)();
    else if (event.key === 'Enter') publish();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <div className={styles.articlePage} data-panel={isPanelOpen ? 'open' : 'auto'}>
      <header className={styles.articleBar}>
        <PageLink to="/console/pages">{PAGE.list}</PageLink>
        <span className={styles.articleBadge} data-state={isDraft ? 'draft' : 'published'}>
          {isDraft ? PAGE.draft : PAGE.published}
        </span>
        <output className={styles.articleStatus} data-save={problem === null ? undefined : 'failed'}>
          {isBusy ? PAGE.saving : isUnsaved || stored === null ? PAGE.unsaved : PAGE.saved}
        </output>
        {!isDraft && <a href={`/${stored.values.name}`}>{PAGE.show}</a>}
        <span className={styles.articleBarActions}>
          {stored !== null && (
            <button
              type="button"
              className="button button--plain"
              aria-disabled={isBusy || undefined}
              onClick={() => void remove(stored.id)}
            >
              {PAGE.remove}
            </button>
          )}
          <button
            type="button"
            className="button button--plain"
            aria-disabled={isBusy || undefined}
            onClick={isDraft ? saveDraft : () => void hide()}
          >
            {isDraft ? PAGE.saveDraft : PAGE.hide}
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={isBusy || undefined}
            title="Ctrl-Enter"
            onClick={publish}
          >
            {isDraft ? PAGE.publish : PAGE.publishChanges}
          </button>
          <button
            type="button"
            className={`${styles.articlePanelToggle} ${pages.narrow}`}
            aria-expanded={isPanelOpen}
            aria-controls="page-panel"
            onClick={() => setPanelOpen(!isPanelOpen)}
          >
            {PAGE.more}
          </button>
        </span>
      </header>
      {stored !== null && !isDraft && <ShadowNote key={stored.etag} plural="hosted-pages" id={stored.id} />}
      {problem !== null && (
        <p className={styles.articleNotice} data-kind="problem" role="alert">
          {problem}
        </p>
      )}
      <div className={styles.articleColumns}>
        <div className={styles.articleSheet}>
          <TitleField
            value={values.title}
            error={errors['title'] ?? null}
            onChange={setTitle}
            onEnter={() => editor.current?.focus()}
          />
          <RichText
            ref={editor}
            html={initial.content}
            label={PAGE.text}
            placeholder={PAGE.placeholder}
            onChange={touchContent}
            search={article.searchArticles}
            pictures={pictures}
            onNotice={notices.error}
          />
        </div>
        <aside className={styles.articlePanel} id="page-panel" aria-label={PAGE.details}>
          <button
            type="button"
            className={styles.articlePanelClose}
            aria-label={PAGE.closeDetails}
            onClick={() => setPanelOpen(false)}
          >
            ×
          </button>
          <PagePanel values={values} errors={errors} unfilled={unfilled} onChange={change} />
        </aside>
      </div>
    </div>
  );
}
