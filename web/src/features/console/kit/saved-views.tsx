import { useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../kit.module.css';
import { Dialog } from './dialog.tsx';
import type { Resource } from './define-resource.ts';
import { KIT } from './kit-texts.ts';
import { ALL } from './list-url.ts';
import type { RowId } from './source.ts';
import type { ListStateApi } from './use-list-state.ts';
import { deleteView, readViews, saveView, subscribeViews } from './view-store.ts';

interface SavedViewsProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  list: ListStateApi;
}

interface Tab {
  id: string;
  name: string;
  search: string;
}

const VIEWS = {
  all: 'All',
  save: 'Save view',
  name: 'Name of the view',
  delete: 'Delete view',
  list: 'Saved views',
} as const;

/** Returns the tabs of a resource that everybody has; the first one has no query. */
function givenTabs<Row extends { id: RowId }>({
  firstView,
  views,
  defaultSort,
}: Resource<Row>): readonly Tab[] {
  if (firstView === undefined && views.length === 0) return [{ id: '', name: VIEWS.all, search: '' }];
  const tabs = views.map(({ key, name, filters, sort = defaultSort }) => {
    const params = new URLSearchParams({ view: key });
    for (const [filter, value] of Object.entries(filters)) params.set(`f[${filter}]`, value);
    if (sort !== defaultSort) params.set('sort', sort);
    return { id: key, name, search: `?${params}` };
  });
  return firstView === undefined
    ? [{ id: '', name: VIEWS.all, search: '' }, ...tabs]
    : [
        { id: '', name: firstView.name, search: '' },
        { id: ALL, name: VIEWS.all, search: `?view=${ALL}` },
        ...tabs,
      ];
}

/**
 * The views of a list as tabs: those of the resource, and saved ones with search, filters, sort, columns and their order, in
 * this browser.
 */
export function SavedViews<Row extends { id: RowId }>({ resource, list }: SavedViewsProps<Row>) {
  const { name } = resource.api;
  const saved = useSyncExternalStore(subscribeViews, () => readViews(name));
  const given = useMemo(() => givenTabs(resource), [resource]);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const current = saved.find(({ id }) => id === list.state.view);
  const isGiven = given.some((tab) => tab.search === search);
  if (saved.length === 0 && given.length === 1 && isGiven) return null;
  const handleSave = (title: string) => {
    setNaming(false);
    const id = saveView(name, title, (view) => list.hrefOf({ view, page: 1 }).slice(pathname.length));
    list.change({ view: id }, true);
  };
  return (
    <nav className={styles.views} aria-label={VIEWS.list}>
      {given.map((tab) => (
        <PageLink
          key={tab.id}
          to={pathname + tab.search}
          aria-current={tab.search === search ? 'page' : undefined}
        >
          {tab.name}
        </PageLink>
      ))}
      {saved.map((view) => (
        <PageLink
          key={view.id}
          to={pathname + view.search}
          aria-current={view.id === current?.id ? 'page' : undefined}
        >
          {view.name}
        </PageLink>
      ))}
      {!isGiven && current?.search !== search && (
        <button type="button" className={styles.textButton} onClick={() => setNaming(true)}>
          {VIEWS.save}
        </button>
      )}
      {current !== undefined && (
        <button
          type="button"
          className={styles.textButton}
          onClick={() => {
            deleteView(name, current.id);
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
