import { useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import { KIT } from './kit-texts.ts';
import type { ListStateApi } from './use-list-state.ts';
import { deleteView, readViews, saveView, subscribeViews } from './view-store.ts';

interface SavedViewsProps {
  /** Name of the resource. */
  resource: string;
  list: ListStateApi;
}

const VIEWS = {
  all: 'All',
  save: 'Save view',
  name: 'Name of the view',
  delete: 'Delete view',
  list: 'Saved views',
} as const;

/** The saved views of a list as tabs: search, filters, sort, columns and their order, in this browser. */
export function SavedViews({ resource, list }: SavedViewsProps) {
  const views = useSyncExternalStore(subscribeViews, () => readViews(resource));
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const current = views.find(({ id }) => id === list.state.view);
  const isPlain = search === '';
  if (views.length === 0 && isPlain) return null;
  const handleSave = (name: string) => {
    setNaming(false);
    const id = saveView(resource, name, (view) => list.hrefOf({ view, page: 1 }).slice(pathname.length));
    list.change({ view: id }, true);
  };
  return (
    <nav className={styles.views} aria-label={VIEWS.list}>
      <PageLink to={pathname} aria-current={isPlain ? 'page' : undefined}>
        {VIEWS.all}
      </PageLink>
      {views.map(({ id, name, search: saved }) => (
        <PageLink key={id} to={pathname + saved} aria-current={id === current?.id ? 'page' : undefined}>
          {name}
        </PageLink>
      ))}
      {!isPlain && current?.search !== search && (
        <button type="button" className={styles.textButton} onClick={() => setNaming(true)}>
          {VIEWS.save}
        </button>
      )}
      {current !== undefined && (
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            deleteView(resource, current.id);
            void navigate(pathname, { replace: true });
          }}
        >
          {VIEWS.delete}
        </button>
      )}
      {isNaming && <NameDialog onSave={handleSave} onClose={() => setNaming(false)} />}
    </nav>
  );
}

function NameDialog({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  return (
    <Dialog title={VIEWS.save} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
          if (name !== '') onSave(name);
        }}
      >
        <h2>{VIEWS.save}</h2>
        <label className={styles.filter}>
          {VIEWS.name}
          <input className={styles.input} name="name" maxLength={60} required autoComplete="off" />
        </label>
        <div className={styles.dialogButtons}>
          <button type="button" className="button button--plain" onClick={onClose}>
            {KIT.cancel}
          </button>
          <button type="submit" className="button">
            {VIEWS.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
