import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { countOf, type FacetCounts } from '../facet-counts.ts';
import { GROUP_LABELS, type FilterOption } from '../filter-options.ts';
import { countText } from '../count-text.ts';
import type { FilterName } from '../list-path.ts';
import { groupDigits } from '#shared/text/digits.ts';
import type { CatalogueKind } from '#shared/catalogue/catalogue-kind.ts';
import { useFilterOptions } from '../use-filter-options.ts';
import * as styles from '../catalog.module.css';

interface FilterGroupProps {
  kind: CatalogueKind;
  name: FilterName;
  counts: FacetCounts;
  /** Whether the group is open initially; a group with a selected value is open in any case. */
  isFirst: boolean;
  chosen: readonly string[];
  onToggle: (name: FilterName, value: string) => void;
}

/** Groups with more options have a search field. */
const LONG = 12;
/** Options that a group shows while its search field is empty. More make the page slow to start on phones. */
const SHOWN = 60;

/** The checkboxes of one filter group: selected values and options of the server. */
export function FilterGroup({ kind, name, counts, isFirst, chosen, onToggle }: FilterGroupProps) {
  const all = useFilterOptions(kind, name);
  // Long groups omit options without items; price ranges always have items.
  const hidesEmpty = name === 'price' || all.length > LONG;
  const options = all
    .map((option) => ({ ...option, count: countOf(counts, name, option.value) }))
    .filter(({ value, count }) => !(hidesEmpty && isEmpty(count, chosen.includes(value))));
  const [query, setQuery] = useState('');
  const [isOpen] = useState(isFirst || chosen.length > 0);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Text typed before hydration is in the field only.
  useEffect(() => setQuery(field.current?.value ?? ''), []);
  if (options.length === 0) return null;
  const label = GROUP_LABELS[name];
  const isLong = options.length > LONG;
  const shown = optionsFor(options, chosen, query);
  const handleLook = (event: ChangeEvent<HTMLInputElement>) => setQuery(event.currentTarget.value);
  return (
    <details className={styles.filterGroup} open={isOpen}>
      <summary>
        {label}
        {chosen.length > 0 && <span className={styles.filterGroupChosen}> ({chosen.length} chosen)</span>}
      </summary>
      <fieldset>
        <legend className="visually-hidden">{label}</legend>
        {isLong && (
          <>
            <label className="visually-hidden" htmlFor={id}>
              Search in {label}
            </label>
            <input
              ref={field}
              id={id}
              className={`${styles.filterGroupLook} needs-script`}
              type="search"
              value={query}
              placeholder={`Find in ${options.length}`}
              autoComplete="off"
              onChange={handleLook}
            />
          </>
        )}
        <ul className={isLong ? `${styles.filterGroupOptions} ${styles.isLong}` : styles.filterGroupOptions}>
          {shown.map(({ value, label: text, count }) => (
            <li key={value}>
              <label className={isEmpty(count, chosen.includes(value)) ? styles.isEmpty : undefined}>
                <input
                  type="checkbox"
                  name={name}
                  value={value}
                  checked={chosen.includes(value)}
                  disabled={isEmpty(count, chosen.includes(value))}
                  onChange={() => onToggle(name, value)}
                />
                {text}
                {count !== undefined && (
                  <>
                    <span className={styles.filterGroupCount} aria-hidden="true">
                      {groupDigits(count)}
                    </span>
                    <span className="visually-hidden">{`(${countText(kind, count)})`}</span>
                  </>
                )}
              </label>
            </li>
          ))}
        </ul>
        {query === '' && shown.length < options.length && (
          <p
            className={`${styles.filterGroupMore} needs-script`}
          >{`${options.length - shown.length} more: search for them above`}</p>
        )}
      </fieldset>
    </details>
  );
}

/** Returns whether an option has no items; a selected one stays enabled, so that it can be removed. */
const isEmpty = (count: number | undefined, isChosen: boolean): boolean => count === 0 && !isChosen;

interface CountedOption extends FilterOption {
  count: number | undefined;
}

/**
 * Returns the matching options. Selected ones are always included, as the form is submitted with them without scripts.
 */
function optionsFor(
  options: readonly CountedOption[],
  chosen: readonly string[],
  query: string,
): CountedOption[] {
  const text = query.trim().toLowerCase();
  let room = SHOWN;
  return options.filter(({ value, label }) => {
    if (chosen.includes(value)) return true;
    if (text !== '' && !label.toLowerCase().includes(text)) return false;
    room -= 1;
    return room >= 0;
  });
}
