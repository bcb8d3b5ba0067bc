import { PageLink } from '#shared/ui/page-link.tsx';
import { GROUP_LABELS } from '../filter-options.ts';
import { hasFilters, toggled } from '../filters.ts';
import { filterNamesOf, listPath, type FilterName, type ListArg } from '../list-path.ts';
import { cataloguePath, type CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import { useFilterOptions } from '../use-filter-options.ts';
import * as styles from '../catalog.module.css';

/** The active filters, each with a link that removes it. */
export function FilterChips({ list }: { list: ListArg }) {
  const { kind, search, chosen } = list;
  if (!hasFilters(list)) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {search !== '' && (
        <Chip text={`“${search}”`} group="Search" to={listPath(kind, { ...list, search: '' })} />
      )}
      {filterNamesOf(kind).flatMap((name) =>
        (chosen[name] ?? []).map((value) => (
          <OptionChip
            key={`${name} ${value}`}
            kind={kind}
            name={name}
            value={value}
            to={listPath(kind, toggled(list, name, value))}
          />
        )),
      )}
      <li>
        <PageLink className={styles.chipsClear} to={cataloguePath(kind)}>
          Clear all
        </PageLink>
      </li>
    </ul>
  );
}

interface OptionChipProps {
  kind: CatalogueKind;
  name: FilterName;
  value: string;
  to: string;
}

function OptionChip({ kind, name, value, to }: OptionChipProps) {
  const option = useFilterOptions(kind, name).find((one) => one.value === value);
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
