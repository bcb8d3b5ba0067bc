import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ConsoleView } from '@vidhi/contracts/console-views.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../kit.module.css';
import { ArrangeDialog } from './arrange-dialog.tsx';
import type { Resource } from './define-resource.ts';
import { VIEW_TEXTS } from './kit-texts.ts';
import type { RowId } from './source.ts';
import type { ListStateApi } from './use-list-state.ts';
import { useConsoleViews, useViewWrites } from './view-api.ts';
import { ViewDialog, type ViewValues } from './view-dialog.tsx';
import { viewTabs, type ViewTab } from './view-tabs.ts';

interface SavedViewsProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  list: ListStateApi;
}

type Open = 'save' | 'edit' | 'arrange' | null;

/**
 * The views of a list as tabs: those of the resource, and saved ones with search, filters, sort, columns and their order,
 * which are one's own or shared with everybody who may open the list.
 */
export function SavedViews<Row extends { id: RowId }>({ resource, list }: SavedViewsProps<Row>) {
  const { name } = resource.api;
  const { canSave, ...views } = useConsoleViews(name);
  const { pinned, others, first } = viewTabs(resource, views);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const notices = useNotices();
  const writes = useViewWrites(name);
  const [open, setOpen] = useState<Open>(null);
  const tabs = [...pinned, ...others];
  const current = tabs.find(({ saved }) => saved !== undefined && saved.id === list.state.view)?.saved;
  const isShown = tabs.some((tab) => tab.search === search);
  const opening = search === '' ? first?.search : undefined;
  useEffect(() => {
    if (opening !== undefined) void navigate(pathname + opening, { replace: true });
  }, [opening, pathname, navigate]);
  if (tabs.length === 1 && isShown) return null;

  /** The query of what is shown now, as views are stored. */
  const shownQuery = (): string => {
    const params = new URLSearchParams(list.hrefOf({ view: 'x', page: 1 }).slice(pathname.length));
    params.delete('view');
    return `?${params}`;
  };
  const settle = (error: unknown): boolean => {
    if (error === undefined) setOpen(null);
    else notices.error(isProblem(error) ? error.message : VIEW_TEXTS.failed);
    return error === undefined;
  };
  const handleSave = async (values: ViewValues) => {
    const { data, error } = await writes.save({ ...values, query: shownQuery() });
    if (!settle(error) || data === undefined) return;
    const { arrangement } = views.meta;
    if (arrangement.pinned !== null)
      await writes.arrange({ ...arrangement, pinned: [...arrangement.pinned, data.id] });
    list.change({ view: data.id }, true);
  };
  const handleRemove = async (view: ConsoleView) => {
    const { error } = await writes.remove(view.id);
    if (settle(error)) await navigate(pathname, { replace: true });
  };
  const tabLink = (tab: ViewTab) => {
    const isCurrent = tab.saved === undefined ? tab.search === search : tab.saved === current;
    return (
      <PageLink key={tab.key} to={pathname + tab.search} aria-current={isCurrent ? 'page' : undefined}>
        {tab.name}
      </PageLink>
    );
  };
  const button = (label: string, onClick: () => void) => (
    <button type="button" className={styles.textButton} onClick={onClick}>
      {label}
    </button>
  );
  const isChanged = current !== undefined && !isShown;
  return (
    <nav className={styles.views} aria-label={VIEW_TEXTS.list}>
      {pinned.map(tabLink)}
      {others.length > 0 && (
        <details className={styles.moreViews} key={search}>
          <summary>{VIEW_TEXTS.more}</summary>
          <div>{others.map(tabLink)}</div>
        </details>
      )}
      {canSave && !isShown && button(VIEW_TEXTS.save, () => setOpen('save'))}
      {isChanged &&
        current.is_editable &&
        button(VIEW_TEXTS.update(current.name), async () =>
          settle((await writes.change(current.id, { query: shownQuery() })).error),
        )}
      {current?.is_editable === true && button(VIEW_TEXTS.edit, () => setOpen('edit'))}
      {canSave && tabs.length > 1 && button(VIEW_TEXTS.arrange, () => setOpen('arrange'))}
      {open === 'save' && (
        <ViewDialog title={VIEW_TEXTS.save} onSave={handleSave} onClose={() => setOpen(null)} />
      )}
      {open === 'edit' && current !== undefined && (
        <ViewDialog
          title={VIEW_TEXTS.edit}
          view={current}
          onSave={async (values) => void settle((await writes.change(current.id, values)).error)}
          onDelete={async () => handleRemove(current)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'arrange' && (
        <ArrangeDialog
          pinned={pinned}
          others={others}
          first={first ?? tabs.find((tab) => tab.search === '')}
          onSave={async (arrangement) => void settle((await writes.arrange(arrangement)).error)}
          onClose={() => setOpen(null)}
        />
      )}
    </nav>
  );
}
