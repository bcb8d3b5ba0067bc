import { useRef, useState, type FormEvent, type ToggleEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { HydratedApart } from '#shared/ui/hydrated-apart.tsx';
import { PageLink } from '#shared/ui/page-link.tsx';
import { SearchIcon } from '#shared/ui/icons.tsx';
import { useItemsQuery } from '../catalog-api.ts';
import { countText } from '../count-text.ts';
import { hasFilters, sortFrom, toggled } from '../filters.ts';
import { filterNamesOf, listPath, type Filters, type ListArg } from '../list-path.ts';
import { cataloguePath, CATALOGUE_KINDS } from '#shared/catalogue/catalogue-kind.ts';
import { useEarlyChoice } from '../use-early-choice.ts';
import { useFacetCounts } from '../use-facet-counts.ts';
import { FilterGroup } from './filter-group.tsx';
import * as styles from '../catalog.module.css';

export const CATALOGUE_FORM_ID = 'catalogue-form';
const PANEL = 'catalogue-filters';
/** Number of groups that are open initially. */
const OPEN_GROUPS = 2;

/** Scroll position and focus stay as they are (`ScrollAndFocus`). */
const KEEP_POSITION = { state: { preventScrollReset: true } } as const;

/**
 * Search and filters of a catalogue list: one form that works without scripts. On wide screens a checkbox navigates at
 * once; on phones the panel is a drawer whose button navigates and shows the number of results.
 */
export function FilterPanel({ list }: { list: ListArg }) {
  const { kind } = list;
  const { placeholder } = CATALOGUE_KINDS[kind];
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<Filters | null>(null);
  // The filters of a pending navigation: checkboxes show them at once, and the next choice adds to them.
  const [pending, setPending] = useState<{ wanted: Filters; at: string } | null>(null);
  const address = listPath(kind, list, list.page);
  if (pending !== null && pending.at !== address) setPending(null);
  const filters: Filters = draft ?? pending?.wanted ?? list;
  const counts = useFacetCounts({ ...list, ...filters });
  const show = (wanted: Filters) => {
    const path = listPath(kind, wanted);
    // A choice during hydration is reported twice, by its event and by `useEarlyChoice`.
    const isShown = path === location.pathname + location.search;
    void navigate(path, { ...KEEP_POSITION, replace: isShown });
  };
  const choose = (wanted: Filters) => {
    if (isDrawer(panel.current)) {
      setDraft(wanted);
      return;
    }
    setPending({ wanted, at: address });
    show(wanted);
  };
  useEarlyChoice(panel, list, choose);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = data.get('q');
    const { sort: _, ...others } = filters;
    show({
      ...others,
      search: typeof text === 'string' ? text.trim() : '',
      ...sortFrom(data.get('sort')),
    });
    if (isDrawer(panel.current)) panel.current?.hidePopover();
  };
  const handleDrawer = ({ newState }: ToggleEvent) => void (newState === 'closed' && setDraft(null));
  const names = filterNamesOf(kind);
  const chosenCount = names.reduce((sum, name) => sum + (list.chosen[name]?.length ?? 0), 0);
  const draftCount = draft !== null && <DraftCount list={{ ...list, ...draft, page: 1 }} />;
  return (
    <form
      className={styles.catalogueForm}
      id={CATALOGUE_FORM_ID}
      action={cataloguePath(kind)}
      method="get"
      onSubmit={handleSubmit}
    >
      <search className={styles.catalogueSearch}>
        <div className="search">
          <label className="visually-hidden" htmlFor="catalogue-search">
            {placeholder}
          </label>
          <input
            id="catalogue-search"
            className="search__field"
            type="search"
            name="q"
            key={list.search}
            defaultValue={list.search}
            placeholder={placeholder}
            maxLength={200}
            autoComplete="off"
          />
          <button className="search__button" type="submit">
            <SearchIcon />
            <span className="visually-hidden">Search</span>
          </button>
        </div>
        <button
          className={`button ${styles.buttonQuiet} ${styles.catalogueToggle}`}
          type="button"
          popoverTarget={PANEL}
        >
          Filters{chosenCount > 0 && ` (${chosenCount})`}
        </button>
      </search>
      <div className={styles.filters} id={PANEL} ref={panel} popover="auto" onToggle={handleDrawer}>
        <div className={styles.filtersHead}>
          <h2>Filters</h2>
          {hasFilters(list) && <PageLink to={cataloguePath(kind)}>Clear all</PageLink>}
          <button
            className={`icon-button ${styles.filtersClose}`}
            type="button"
            popoverTarget={PANEL}
            popoverTargetAction="hide"
            aria-label="Close the filters"
          >
            ×
          </button>
        </div>
        <div className={styles.filtersGroups}>
          {names.map((name, index) => (
            <HydratedApart key={name}>
              <FilterGroup
                kind={kind}
                name={name}
                counts={counts}
                isFirst={index < OPEN_GROUPS}
                chosen={filters.chosen[name] ?? []}
                onToggle={(filter, value) => choose(toggled(filters, filter, value))}
              />
            </HydratedApart>
          ))}
        </div>
        <p className={styles.filtersApply}>
          <button className="button" type="submit">
            {draftCount || 'Show results'}
          </button>
          {/* Screen readers do not announce changed button text. */}
          <output className="visually-hidden">{draftCount}</output>
        </p>
      </div>
    </form>
  );
}

const isDrawer = (panel: HTMLElement | null): boolean => panel?.matches(':popover-open') === true;

/** The number of results of the drawer's filters, by the query that the page will use. */
function DraftCount({ list }: { list: ListArg }) {
  const { currentData } = useItemsQuery(list);
  return currentData === undefined ? 'Show results' : `Show ${countText(list.kind, currentData.total)}`;
}
