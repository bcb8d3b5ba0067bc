import { PageLink } from '#shared/ui/page-link.tsx';
import { GROUP_LABELS } from '../filter-options.ts';
import { hasFilters, toggled } from '../filters.ts';
import { filterNamesOf, listPath, type FilterName, type ListArg } from '../list-path.ts';
import { storePath, type Store } from '#shared/catalogue/stores.ts';
import { useFilterOptions } from '../use-filter-options.ts';
import * as styles from '../catalog.module.css';

/** The active filters, each with a link that removes it. */
export function FilterChips({ list }: { list: ListArg }) {
  const { store, search, chosen } = list;
  if (!hasFilters(list)) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {search !== '' && (
        <Chip text={`“${search}”`} group="Search" to={listPath(store, { ...list, search: '' })} />
      )}
      {filterNamesOf(store).flatMap((name) =>
        (chosen[name] ?? []).map((value) => (
          <OptionChip
            key={`${name} ${value}`}
            store={store}
            name={name}
            value={value}
            to={listPath(store, toggled(list, name, value))}
          />
        )),
      )}
      <li>
        <PageLink className={styles.chipsClear} to={storePath(store)}>
          Clear all
        </PageLink>
      </li>
    </ul>
  );
}

interface OptionChipProps {
  store: Store;
  name: FilterName;
  value: string;
  to: string;
}

function OptionChip({ store, name, value, to }: OptionChipProps) {
  const option = useFilterOptions(store, name).find((one) => one.value === value);
  return <Chip text={option?.label ?? value} group={GROUP_LABELS[name]} to={to} />;
}

function Chip({ text, group, to }: { text: string; group: string; to: string }) {
  return (
    <li>
      <PageLink className={styles.chip} to={to}>
        <span className="visually-hidden">Remove {group}: </span>
        {text}
        <span aria-hidden="true">×</span>
      </PageLink>
    </li>
  );
}
