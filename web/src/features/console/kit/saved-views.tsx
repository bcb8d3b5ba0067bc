import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ConsoleView, ViewArrangement } from '@vidhi/contracts/console-views.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { isProblem } from '#shared/api/problem.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import * as styles from '../kit.module.css';
import { ArrangeDialog } from './arrange-dialog.tsx';
import { VIEW_TEXTS } from './kit-texts.ts';
import type { ListStateApi } from './use-list-state.ts';
import type { ListViews } from './use-list-views.ts';
import { useViewWrites } from './view-api.ts';
import { ViewDialog, type ViewValues } from './view-dialog.tsx';
import type { ViewTab } from './view-tabs.ts';

interface SavedViewsProps {
  /** Name of the list's resource. */
  name: string;
  views: ListViews;
  list: ListStateApi;
}

type Open = 'save' | 'edit' | 'arrange' | null;

/**
 * The views of a list as tabs: those of the resource, and saved ones with search, filters, sort, columns and their order,
 * which are one's own or shared with everybody who may open the list.
 */
export function SavedViews({ name, views, list }: SavedViewsProps) {
  const { pinned, others, first, arrangement, canSave, isAt, noteRemoved } = views;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const notices = useNotices();
  const writes = useViewWrites(name);
  const [open, setOpen] = useState<Open>(null);
  const tabs = [...pinned, ...others];
  const current = tabs.find(({ saved }) => saved !== undefined && saved.id === list.state.view)?.saved;
  const isShown = tabs.some((tab) => isAt(tab, search));
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
  const textOf = (error: unknown, otherwise: string): string =>
    isProblem(error) && error.status !== 0 ? error.message : otherwise;
  /** Closes the dialog after a call that succeeded; returns why another one failed. */
  const settle = ({ error }: { error?: unknown }, otherwise: string = VIEW_TEXTS.failed): string | null => {
    if (error === undefined) setOpen(null);
    return error === undefined ? null : textOf(error, otherwise);
  };
  /** Stores an arrangement that follows from another change, which stays whatever becomes of this. */
  const follow = async (changed: ViewArrangement) => {
    const { error } = await writes.arrange(changed);
    if (error !== undefined) notices.error(textOf(error, VIEW_TEXTS.notArranged));
  };
  const handleSave = async (values: ViewValues) => {
    const { data, error } = await writes.save({ ...values, query: shownQuery() });
    if (data !== undefined) {
      list.change({ view: data.id }, true);
      if (arrangement.pinned !== null)
        await follow({ ...arrangement, pinned: [...pinned.map(({ key }) => key), data.id] });
    }
    return settle({ error });
  };
  const handleUpdate = async ({ id }: ConsoleView) => {
    const { error } = await writes.change(id, { query: shownQuery() });
    if (error !== undefined) notices.error(textOf(error, VIEW_TEXTS.failed));
  };
  const handleRemove = async ({ id }: ConsoleView) => {
    const { error } = await writes.remove(id);
    if (error !== undefined) return textOf(error, VIEW_TEXTS.notDeleted);
    noteRemoved(id);
    setOpen(null);
    await navigate(pathname, { replace: true });
    const isArranged = arrangement.first === id || arrangement.pinned?.includes(id) === true;
    if (isArranged)
      await follow({
        pinned: arrangement.pinned?.filter((key) => key !== id) ?? null,
        first: arrangement.first === id ? null : arrangement.first,
      });
    return null;
  };
  const tabLink = (tab: ViewTab) => {
    const isCurrent = tab.saved === undefined ? isAt(tab, search) : tab.saved === current;
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
        button(VIEW_TEXTS.update(current.name), () => void handleUpdate(current))}
      {current?.is_editable === true && button(VIEW_TEXTS.edit, () => setOpen('edit'))}
      {canSave && tabs.length > 1 && button(VIEW_TEXTS.arrange, () => setOpen('arrange'))}
      {open === 'save' && (
        <ViewDialog title={VIEW_TEXTS.save} onSave={handleSave} onClose={() => setOpen(null)} />
      )}
      {open === 'edit' && current !== undefined && (
        <ViewDialog
          title={VIEW_TEXTS.edit}
          view={current}
          onSave={async (values) => settle(await writes.change(current.id, values))}
          onDelete={async () => handleRemove(current)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'arrange' && (
        <ArrangeDialog
          pinned={pinned}
          others={others}
          first={first ?? tabs.find((tab) => isAt(tab, ''))}
          onSave={async (changed) => settle(await writes.arrange(changed), VIEW_TEXTS.notArranged)}
          onClose={() => setOpen(null)}
        />
      )}
    </nav>
  );
}
