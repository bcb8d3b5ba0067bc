import { useCallback, useMemo, type ReactNode } from 'react';
import { isProblem } from '#shared/api/problem.ts';
import { useSession } from '#shared/session/session.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { mayAccess } from '../access.ts';
import { findConsolePage } from '../frame/current-page.ts';
import * as styles from '../kit.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { actionsFor, titleColumnOf, type Column, type Resource, type RowAction } from './define-resource.ts';
import { FilterBar } from './filter-bar.tsx';
import { JobDialog } from './job-dialog.tsx';
import type { BeginJob, JobAction, ResourceJobs } from './jobs.ts';
import { KIT } from './kit-texts.ts';
import { FIRST, filtersText, type ListState } from './list-url.ts';
import { ListPages } from './list-pages.tsx';
import { ListTable } from './list-table.tsx';
import { RecentJobs } from './recent-jobs.tsx';
import { RunDialog } from './run-dialog.tsx';
import { SavedViews } from './saved-views.tsx';
import { useListViews } from './use-list-views.ts';
import { useSelection } from './selection.ts';
import type { RowId } from './source.ts';
import { useConfirm } from './confirm.tsx';
import { useActions } from './use-actions.tsx';
import { useDensity } from './use-density.ts';
import { useExport } from './use-export.ts';
import { useJob } from './use-job.ts';
import { useListState } from './use-list-state.ts';
import { useRowKeys } from './use-row-keys.ts';

const NO_ACTIONS: readonly never[] = [];
const NO_JOBS: ResourceJobs = { service: 'news', collection: '', actions: NO_ACTIONS };

/** The columns that an address chooses, or the default ones; the title comes first. */
function shownColumns<Row extends { id: RowId }>(
  resource: Resource<Row>,
  keys: readonly string[] | null,
): Column<Row>[] {
  const title = titleColumnOf(resource);
  const chosen =
    keys === null
      ? resource.columns.filter(({ isOptional }) => isOptional !== true)
      : keys.flatMap((key) => resource.columns.find((column) => column.key === key) ?? []);
  return [title, ...chosen.filter(({ key }) => key !== title.key)];
}

/** Returns the text of a view of the resource without rows; undefined for other lists. */
function emptyTextOf<Row extends { id: RowId }>(
  { firstView, views }: Resource<Row>,
  { view, q, filters }: ListState,
): string | undefined {
  const shown = view === '' || view === FIRST ? firstView : views.find(({ key }) => key === view);
  const isWhole = q === '' && filtersText(filters) === filtersText(shown?.filters ?? {});
  return isWhole ? shown?.empty : undefined;
}

interface ResourceListProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  /** Rendered beside the button of a new row. */
  tools?: ReactNode;
  /** Rendered below the heading. */
  children?: ReactNode;
}

/** The list of a resource: its address holds search, filters, sort, page and columns. */
export function ResourceList<Row extends { id: RowId }>({
  resource,
  tools,
  children,
}: ResourceListProps<Row>) {
  const views = useListViews(resource);
  const list = useListState(resource, views);
  const { state, query } = list;
  const { data, error, isFetching, refetch } = resource.api.useList(query);
  const selection = useSelection(`${resource.api.name} ${state.q} ${JSON.stringify(state.filters)}`);
  const session = useSession();
  const mayWrite = session !== null && mayAccess(session, resource.writers ?? 'staff');
  const actions: readonly RowAction<Row>[] = useMemo(
    () => (session !== null && mayWrite ? actionsFor(resource, session) : NO_ACTIONS),
    [resource, session, mayWrite],
  );
  const bulk = actions.filter(({ isBulk }) => isBulk === true);
  const { run, runOne, runMany, stop, dismiss } = useActions(resource);
  const jobs = mayWrite ? (resource.jobs ?? NO_JOBS) : NO_JOBS;
  const hasJobs = jobs.actions.length > 0;
  const { job, latest, calls, begin, show, follow, cancel, undo, close } = useJob(
    jobs.service,
    resource.api.useReload(),
  );
  const confirm = useConfirm();
  const [density, setDensity] = useDensity();
  const columns = useMemo(() => shownColumns(resource, state.columns), [resource, state.columns]);
  const exporter = useExport(resource);
  const total = data?.total ?? 0;
  const rows = data?.rows ?? [];

  useRowKeys({
    clear: selection.clear,
    selectAll: () => {
      const ids = rows.map(({ id }) => id);
      if (ids.every((id) => selection.rows.has(id))) selection.selectMatching();
      else selection.setAll(ids, state.page, true);
    },
  });

  const { BulkTools } = resource;
  const isSelected = ({ id }: Row): boolean => selection.isAll || selection.rows.has(id);
  const loadSelected = async (): Promise<Row[]> => {
    const found: Row[] = [];
    await exporter.visitAll(query, (loaded) => {
      found.push(...loaded.filter(isSelected));
      return selection.isAll || found.length < selection.rows.size;
    });
    return found;
  };
  const runSelected = async (action: RowAction<Row>) => {
    const isBegun = await runMany(action, selection.isAll ? total : selection.rows.size, (visit) =>
      exporter.visitAll(query, (found) => {
        visit(found.filter(isSelected));
        return true;
      }),
    );
    if (isBegun) selection.clear();
  };
  const selectedCount = selection.isAll ? total : selection.rows.size;
  const jobOf = useCallback(
    (action: string, params: object): BeginJob => {
      const path = resource.api.source.list(query);
      const rows = { selected: selection, path: typeof path === 'string' ? path : path.url };
      return { collection: jobs.collection, action, params, rows };
    },
    [resource, query, selection, jobs.collection],
  );
  const previewJob = useCallback(
    async (action: string, params: object) => calls.preview(jobOf(action, params)),
    [calls, jobOf],
  );
  const runJob = async (
    { key, label, isDangerous = false, confirm: question }: JobAction,
    params?: object,
  ) => {
    const isConfirmed =
      question === undefined ||
      (await confirm({ title: label, text: question(selectedCount), confirmLabel: label, isDangerous }));
    if (!isConfirmed) return;
    if (await begin(jobOf(key, params ?? {}))) selection.clear();
  };
  const ids = selection.rows.size > 0 && !selection.isAll ? new Set(selection.rows.keys()) : undefined;
  const isFiltered = state.q !== '' || Object.keys(state.filters).length > 0;
  const emptyView = emptyTextOf(resource, state);
  return (
    <>
      <header className={`page-head ${styles.head}`}>
        <h1>{resource.many}</h1>
        <span className={styles.headActions}>
          {tools}
          {resource.canCreate && mayWrite && findConsolePage(`${resource.path}/new`) !== undefined && (
            <PageLink className="button" to={`${resource.path}/new`}>
              {KIT.create(resource.one)}
            </PageLink>
          )}
        </span>
      </header>
      {children}
      <SavedViews list={list} name={resource.api.name} views={views} />
      <FilterBar resource={resource} list={list}>
        <ColumnPanel
          resource={resource}
          list={list}
          shown={columns.map(({ key }) => key)}
          density={density}
          onDensity={setDensity}
        />
        {resource.ExportButton !== undefined ? (
          <resource.ExportButton query={query} />
        ) : !resource.isExported ? null : exporter.progress === null ? (
          <button
            type="button"
            className={styles.tool}
            disabled={total === 0}
            onClick={() => void exporter.exportRows(query, columns, ids)}
          >
            {KIT.exportCsv}
          </button>
        ) : (
          <button type="button" className={styles.tool} onClick={exporter.stop}>
            {`${KIT.exporting(exporter.progress.done, exporter.progress.total)}. ${KIT.stop}`}
          </button>
        )}
      </FilterBar>
      {list.lost.length > 0 && (
        <p className={styles.failed} role="alert">
          {KIT.lostFilters(list.lost)}
        </p>
      )}
      {error !== undefined && !isFetching ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <output className={styles.skeleton} aria-label={KIT.loading}>
          {Array.from({ length: 8 }, (_, index) => (
            <span key={index} aria-hidden="true" />
          ))}
        </output>
      ) : rows.length === 0 && total === 0 && emptyView !== undefined ? (
        <div className={styles.empty}>
          <h2>{emptyView}</h2>
        </div>
      ) : rows.length === 0 && total === 0 ? (
        <Empty resource={resource} isFiltered={isFiltered} onClear={() => list.clear()} />
      ) : (
        <>
          <ListTable
            resource={resource}
            list={list}
            rows={rows}
            columns={columns}
            actions={actions}
            selection={selection}
            isSelectable
            isCompact={density === 'compact'}
            isStale={isFetching}
            onAction={runOne}
          />
          <ListPages list={list} total={total} hasMore={data.hasMore} />
        </>
      )}
      <BulkBar
        selection={selection}
        total={total}
        actions={hasJobs ? NO_ACTIONS : bulk}
        onAction={(action) => void runSelected(action)}
        jobs={jobs.actions}
        onJob={runJob}
        onPreview={previewJob}
        {...(resource.isExported ? { onExport: () => void exporter.exportRows(query, columns, ids) } : {})}
      >
        {mayWrite && BulkTools !== undefined && (
          <BulkTools
            ids={selection.isAll ? null : [...selection.rows.keys()]}
            load={loadSelected}
            clear={selection.clear}
          />
        )}
      </BulkBar>
      {hasJobs && <RecentJobs jobs={jobs} latest={latest} calls={calls} onShow={show} onRunning={follow} />}
      {job !== null && (
        <JobDialog
          job={job}
          calls={calls}
          onCancel={() => void cancel(job)}
          onUndo={() => void undo(job)}
          onClose={close}
        />
      )}
      {run !== null && <RunDialog run={run} onStop={stop} onClose={dismiss} />}
    </>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isProblem(error) && error.status === 403) return <p className={styles.empty}>{KIT.forbidden}</p>;
  return (
    <div className={styles.empty} role="alert">
      <p>{KIT.failed}</p>
      <button type="button" className="button button--plain" onClick={onRetry}>
        {KIT.retry}
      </button>
    </div>
  );
}

interface EmptyProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  isFiltered: boolean;
  onClear: () => void;
}

function Empty<Row extends { id: RowId }>({ resource, isFiltered, onClear }: EmptyProps<Row>) {
  return (
    <div className={styles.empty}>
      <h2>{isFiltered ? KIT.noMatch : resource.empty.title}</h2>
      <p>{isFiltered ? KIT.noMatchHint : resource.empty.hint}</p>
      {isFiltered && (
        <button type="button" className="button button--plain" onClick={onClear}>
          {KIT.clear}
        </button>
      )}
    </div>
  );
}
