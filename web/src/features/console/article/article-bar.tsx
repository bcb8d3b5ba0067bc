import { useEffect, useId, useRef, useState } from 'react';
import type { PostState } from '@vidhi/contracts/post-states.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { knownPages } from '../frame/known-pages.ts';
import { STATE_NAMES } from '../posts/post-state.ts';
import { MOVE_NAMES, type ArticleAction, type ArticleActions } from './article-state.ts';
import { SaveStatus } from './save-status.tsx';
import type { WorkState } from './work-state.ts';
import * as styles from './article.module.css';

/** The list of articles, where the console has one. */
const LIST = knownPages.some(({ path }) => path === '/console/posts') ? '/console/posts' : '/console';

interface ArticleBarProps {
  state: WorkState;
  articleState: PostState;
  actions: ArticleActions;
  isPanelShown: boolean;
  /** Sentence about the other people who have the article open; empty without any. */
  others: string;
  /** Whether nothing is to be changed here. */
  isViewing: boolean;
  onSave: () => void;
  onAction: (action: ArticleAction) => void;
  onPanel: () => void;
}

const nameOf = (action: ArticleAction, state: PostState): string => {
  if (action === 'publish-changes') return 'Publish changes';
  return action === 'schedule' && state === 'scheduled' ? 'Change the time' : MOVE_NAMES[action];
};

/** State of the article, where its text is, and what this person may do with it. */
export function ArticleBar(props: ArticleBarProps) {
  const {
    state,
    articleState,
    actions,
    isPanelShown,
    others: otherPeople,
    isViewing,
    onSave,
    onAction,
    onPanel,
  } = props;
  const { main, second, others } = actions;
  const { isBusy, stored, changed } = state;
  const button = (action: ArticleAction, isMain: boolean) => (
    <button
      type="button"
      className={isMain ? 'button' : 'button button--plain'}
      disabled={isBusy || isViewing}
      onClick={() => onAction(action)}
      title={isMain ? 'Ctrl-Enter' : undefined}
    >
      {nameOf(action, articleState)}
    </button>
  );
  return (
    <header className={styles.articleBar}>
      <PageLink to={LIST}>← {LIST === '/console' ? 'Console' : 'Articles'}</PageLink>
      <span className={styles.articleBadge} data-state={articleState}>
        {STATE_NAMES[articleState]}
        {stored?.publishedAt != null && changed.length > 0 && ', unpublished changes'}
      </span>
      <SaveStatus state={state} />
      <output className={styles.articleOthers}>{otherPeople}</output>
      {stored !== null && (
        <PageLink to={`/console/posts/${stored.id}/history`} title="Ctrl-Alt-H">
          History
        </PageLink>
      )}
      <span className={styles.articleBarActions}>
        <button
          type="button"
          className="button button--plain"
          disabled={isViewing}
          onClick={onSave}
          title="Ctrl-S"
        >
          Save
        </button>
        {second !== null && button(second, false)}
        {main !== null && button(main, true)}
        {others.length > 0 && (
          <MoreMenu
            items={others.map((action) => ({ key: action, label: nameOf(action, articleState) }))}
            isDisabled={isBusy || isViewing}
            onChoose={(key) => onAction(key as ArticleAction)}
          />
        )}
        <button
          type="button"
          className={styles.articlePanelToggle}
          aria-expanded={isPanelShown}
          aria-controls="article-panel"
          onClick={onPanel}
          title="Ctrl-."
        >
          Details
        </button>
      </span>
    </header>
  );
}

interface MoreMenuProps {
  items: readonly { key: string; label: string }[];
  isDisabled: boolean;
  onChoose: (key: string) => void;
}

/** Further actions behind a button. Escape, a click elsewhere and a choice close them. */
function MoreMenu({ items, isDisabled, onChoose }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') {
        setOpen(false);
        root.current?.querySelector('button')?.focus();
      } else if (
        !(event instanceof KeyboardEvent) &&
        event.target instanceof Node &&
        root.current?.contains(event.target) !== true
      )
        setOpen(false);
    };
    const kinds = ['pointerdown', 'focusin', 'keydown'];
    for (const kind of kinds) document.addEventListener(kind, close);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, close);
    };
  }, [isOpen]);
  return (
    <span className={styles.articleMore} ref={root}>
      <button
        type="button"
        className={styles.articlePanelToggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        More
      </button>
      <ul id={id} className={styles.articleMoreList} hidden={!isOpen}>
        {items.map(({ key, label }) => (
          <li key={key}>
            <button
              type="button"
              disabled={isDisabled}
              onClick={() => {
                setOpen(false);
                onChoose(key);
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </span>
  );
}
