import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasDesk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useSession } from '#shared/session/session.ts';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useSite } from '#shared/site/site-context.tsx';
import type { RichTextEditorProps, RichTextHandle } from '../rich-text/rich-text-editor.tsx';
import { usePageName } from '../frame/page-name.ts';
import { serverNow } from '../session/staff-request.ts';
import { CommentsSection } from '../comments/comments-section.tsx';
import type { ArticleClient, OpenedArticle } from './article-client.ts';
import { ArticleNotices } from './article-notices.tsx';
import { ArticlePanel } from './article-panel.tsx';
import { ArticleBar } from './article-bar.tsx';
import {
  actionsOf,
  hasDialog,
  movedText,
  NO_ACTIONS,
  stateOfArticle,
  type ArticleAction,
  type MoveName,
} from './article-state.ts';
import { checksOf, type Check } from './checklist.ts';
import { HeroPicture } from './hero-picture.tsx';
import { isNamedMove, MoveDialog } from './move-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReviewNote } from './review-note.tsx';
import { slugOf } from './slug-of.ts';
import { TitleField } from './title-field.tsx';
import { useArticleFacts } from './use-article-facts.ts';
import { useTextPictures } from './use-text-pictures.ts';
import { othersText, usePresence } from './use-presence.ts';
import { useArticleWork } from './use-article-work.ts';
import * as styles from './article.module.css';

const loadText = () => import('../rich-text/rich-text-editor.tsx');
const RichText = lazyPart<RichTextEditorProps>('the editor', async () => (await loadText()).RichTextEditor);
/** Begins to load the script of the text. A failure is reported when it is shown. */
export const preloadText = (): void => void loadText().catch(() => undefined);

interface ArticleEditorProps {
  client: ArticleClient;
  user: number;
  opened: OpenedArticle;
  /** Reads the article again; a stable function. */
  onReopen: (id: number) => void;
}

/** Selectors of the parts of the text that an entry of the checklist is about; the first that matches counts. */
const SPOTS: Readonly<Partial<Record<Check['spot'], readonly string[]>>> = {
  picture: ['[data-missing-alt]'],
  foreign: ['img[src^=http]'],
  heading: [':is(h2, h3, h4, h5, h6):has(> br:only-child)', ':is(h2, h3, h4, h5, h6)'],
};

function useMayPublish(): boolean {
  const session = useSession();
  return (
    session !== null &&
    session.role !== null &&
    hasDesk({ role: session.role, desks: session.desks ?? [] }, 'publish')
  );
}

/** The page of one article: title, picture and text, and a panel with all else. */
export function ArticleEditor({ client, user, opened, onReopen }: ArticleEditorProps) {
  const editor = useRef<RichTextHandle>(null);
  const page = useRef<HTMLDivElement>(null);
  const notices = useNotices();
  const opening = useArticleWork(client, user, opened, editor, onReopen);
  const { others, beat } = usePresence(client, opening?.work, opening?.state.stored?.id);
  const [wantsView, setWantsView] = useState(false);
  const isViewing = wantsView && opening?.state.writer != null;
  const [chosen, setChosen] = useState<ArticleAction | null>(null);
  const mayPublish = useMayPublish();
  const isAdministrator = useSession()?.role === ROLE.administrator;
  const { imageOrigins = [] } = useSite();
  const navigate = useNavigate();
  const [panel, setPanel] = useState<'auto' | 'open' | 'closed'>('auto');
  const { facts, description, hero, addPicture, isSlugTaken } = useArticleFacts(client, opened, opening);
  const pictures = useTextPictures(client);
  const isOpened = opening !== null;
  useEffect(() => {
    if (opened.article === null && isOpened)
      page.current?.querySelector<HTMLElement>('[data-spot=title]')?.focus();
  }, [opened, isOpened]);

  const isPanelShown = (): boolean =>
    panel === 'auto' ? matchMedia('(min-width: 64rem)').matches : panel === 'open';
  const togglePanel = (): void => setPanel(isPanelShown() ? 'closed' : 'open');

  const articleState = stateOfArticle(opening?.state.stored ?? null, serverNow());
  const isWithheld = opening?.state.stored?.takedown != null;
  const actions =
    isWithheld || opening?.state.isGone === true ? NO_ACTIONS : actionsOf(articleState, mayPublish);
  const move = async (name: MoveName, body: object = {}): Promise<boolean> => {
    const isDone = (await opening?.work.move(name, body)) === true;
    if (isDone) notices.success(movedText(name));
    return isDone;
  };
  const act = (action: ArticleAction | null): void => {
    if (action === null || opening === null || opening.state.isBusy) return;
    if (action === 'publish-changes' || hasDialog(action)) setChosen(action);
    else void move(action);
  };
  usePageName(opening?.state.values.title.trim() || null);

  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const inText = event.target instanceof HTMLElement && event.target.isContentEditable;
    const { target } = event;
    const isInPanel =
      target instanceof Element && target.closest('aside') !== null && target.closest('dialog') === null;
    if (event.key === 'Escape' && isInPanel) {
      setPanel('closed');
      return;
    }
    const isHistory = event.ctrlKey && event.altKey && event.code === 'KeyH';
    const id = opening?.state.stored?.id;
    if (isHistory && id !== undefined) void navigate(`/console/posts/${id}/history`);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]') !== null)
      return;
    if (event.key === 's' && !isViewing) void opening?.work.save();
    else if (event.key === 'Enter' && !isViewing) act(actions.main);
    else if (event.key === '.' && !inText) togglePanel();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  if (opening === null) return <Skeleton shape="article" label="Opening the article" />;
  const { work, state, openedContent } = opening;
  const { values, stored } = state;
  const slugs = values.categories.map((id) => stored?.categories.find((each) => each.id === id)?.slug);
  const category = slugs.find(Boolean);
  const path = `/${[category, values.slug || 'address'].filter(Boolean).join('/')}`;
  const checks = checksOf({ values, facts, hero, isSlugTaken, imageOrigins });

  const setTitle = (title: string): void => {
    const isProposed = stored === null && (values.slug === '' || values.slug === slugOf(values.title));
    work.change(isProposed ? { title, slug: slugOf(title) } : { title });
  };
  const goTo = (spot: Check['spot']): void => {
    const selectors = SPOTS[spot];
    if (selectors !== undefined) editor.current?.reveal(selectors);
    else if (spot === 'text') editor.current?.focus();
    else {
      if (spot === 'slug' || spot === 'place') setPanel('open');
      requestAnimationFrame(() => {
        const name =
          { place: '[role=combobox]', hero: '[data-spot=hero] button' }[spot as string] ??
          `[data-spot=${spot}]`;
        page.current?.querySelector<HTMLElement>(name)?.focus();
      });
    }
  };
  const publish = async (at: string | null): Promise<boolean> => {
    if (at !== null) return move('schedule', { at });
    if (articleState !== 'published') return move('publish');
    const isDone = await work.publishChanges();
    if (isDone) notices.success('Published');
    return isDone;
  };
  const close = () => setChosen(null);
  const problem = state.save === 'failed' ? state.problem : state.moved;
  return (
    <div className={styles.articlePage} ref={page} data-panel={panel}>
      <ArticleBar
        state={state}
        articleState={articleState}
        actions={actions}
        isPanelShown={isPanelShown()}
        others={othersText(others, user)}
        isViewing={isViewing}
        onSave={() => void work.save()}
        onAction={act}
        onPanel={togglePanel}
      />
      <ReviewNote client={client} article={stored} state={articleState} />
      <ArticleNotices
        client={client}
        work={work}
        state={state}
        user={user}
        isViewing={isViewing}
        onView={() => setWantsView(true)}
        onTakeOver={() => {
          setWantsView(false);
          void work.takeOver().then(beat);
        }}
      />
      <div className={styles.articleColumns}>
        <div className={styles.articleSheet}>
          <fieldset className={styles.articleFields} disabled={isViewing} aria-label="Title and picture">
            <TitleField
              value={values.title}
              error={state.fieldErrors['title'] ?? null}
              onChange={setTitle}
              onEnter={() => editor.current?.focus()}
            />
            <div data-spot="hero">
              <HeroPicture
                client={client}
                picture={hero}
                onChange={(picture) => {
                  if (picture !== null) addPicture(picture);
                  work.change({ image: picture?.id ?? null });
                }}
              />
            </div>
          </fieldset>
          <RichText
            ref={editor}
            html={openedContent}
            label="Text"
            placeholder="Write, or paste from Word"
            onChange={work.touchContent}
            search={client.searchArticles}
            pictures={pictures}
            onNotice={notices.error}
            isReadOnly={isViewing}
          />
          <p className={styles.articleCounts}>
            {facts.words.toLocaleString('en-IN')} {facts.words === 1 ? 'word' : 'words'} · {facts.minutes} min
            {facts.hindiPassages > 0 && ` · Hindi: ${facts.hindiPassages} passages`}
          </p>
        </div>
        <aside className={styles.articlePanel} id="article-panel" aria-label="Details of the article">
          <button
            type="button"
            className={styles.articlePanelClose}
            aria-label="Close the details"
            onClick={() => setPanel('closed')}
          >
            ×
          </button>
          <fieldset className={styles.articleFields} disabled={isViewing} aria-label="Details">
            <ArticlePanel
              client={client}
              state={state}
              articleState={articleState}
              checks={checks}
              path={path}
              description={description}
              hero={hero}
              isSlugTaken={isSlugTaken === true}
              now={serverNow()}
              user={user}
              mayPublish={mayPublish}
              onChange={work.change}
              onSlug={(slug) => work.change({ slug: slug.replaceAll(/\s+/g, '-') })}
              onSpot={goTo}
              onDiscard={() => void work.discard()}
              isAdministrator={isAdministrator}
              onMove={move}
              onSave={work.save}
            />
          </fieldset>
          {stored !== null && (
            <CommentsSection
              client={client}
              id={stored.id}
              user={user}
              isAdministrator={isAdministrator}
              selectedPassage={() => editor.current?.selectedPassage() ?? null}
              onReveal={(quote, block) => editor.current?.revealPassage(quote, block) === true}
            />
          )}
        </aside>
      </div>
      {chosen !== null && chosen !== 'publish-changes' && isNamedMove(chosen) && (
        <MoveDialog
          name={chosen}
          client={client}
          user={user}
          reviewer={stored?.reviewer ?? null}
          problem={problem}
          onMove={(body) => move(chosen, body)}
          onClose={close}
        />
      )}
      {(chosen === 'publish' || chosen === 'schedule' || chosen === 'publish-changes') && (
        <PublishDialog
          state={articleState}
          publishedAt={stored?.publishedAt ?? null}
          checks={checks}
          path={path}
          feeds={1 + values.categories.length + values.tags.length}
          now={serverNow}
          embargoUntil={values.embargo_until}
          problem={problem}
          onPublish={publish}
          onSpot={goTo}
          onClose={close}
        />
      )}
    </div>
  );
}
