import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '#shared/routing/lazy-part.tsx';
import { SearchIcon } from '#shared/ui/icons.tsx';
import * as styles from '../kit.module.css';
import type { Filter, RecordChoices, Resource } from './define-resource.ts';
import { KIT } from './kit-texts.ts';
import type { RowId } from './source.ts';
import type { ListStateApi } from './use-list-state.ts';

/** A list that is searched on the server needs antd's select, which not every visit of a list uses. */
const RecordSelect = lazyPart('record-select', () =>
  import('./record-select.tsx').then((m) => m.RecordSelect),
);

const TYPING_MS = 250;

interface FilterBarProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  list: ListStateApi;
  /** Buttons beside the filters. */
  children?: ReactNode;
}

/** Search box, filters and what is chosen of them. */
export function FilterBar<Row extends { id: RowId }>({ resource, list, children }: FilterBarProps<Row>) {
  const { filters } = list.state;
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const chosen = resource.filters.filter(({ key }) => filters[key] !== undefined);
  const set = (key: string, value: string) => {
    const { [key]: _before, ...others } = filters;
    list.change({ filters: value === '' ? others : { ...others, [key]: value } });
  };
  return (
    <div className={styles.bar}>
      <div className={styles.barRow}>
        {resource.isSearched && (
          <SearchField key={resource.path} label={KIT.search(resource.many)} list={list} />
        )}
        {resource.filters.length > 0 && (
          <button
            type="button"
            className={styles.tool}
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
          >
            {KIT.filters(chosen.length)}
          </button>
        )}
        {children}
      </div>
      {isOpen && (
        <section className={styles.panel} id={panel} aria-label="Filters">
          {resource.filters.map((filter) => (
            <FilterField
              key={filter.key}
              filter={filter}
              value={filters[filter.key] ?? ''}
              onChange={(value) => set(filter.key, value)}
            />
          ))}
        </section>
      )}
      {chosen.length > 0 && (
        <ul className={styles.chips} aria-label="Active filters">
          {chosen.map((filter) => (
            <li key={filter.key}>
              <button type="button" className={styles.chip} onClick={() => set(filter.key, '')}>
                {filter.label}: <ValueText filter={filter} value={filters[filter.key] ?? ''} />
                <span aria-hidden="true">×</span>
                <span className="visually-hidden">{`. ${KIT.remove(filter.label)}`}</span>
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={styles.textButton} onClick={() => list.clear(list.state.q)}>
              {KIT.clear}
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}

/** The search box. The address follows while somebody types, and the box follows the address. */
function SearchField({ label, list }: { label: string; list: ListStateApi }) {
  const { q } = list.state;
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (shown !== q) {
    setShown(q);
    if (text.trim() !== q) setText(q);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleChange = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => list.change({ q: value.trim() }, true), TYPING_MS);
  };
  return (
    <div className={styles.search}>
      <SearchIcon />
      <input
        type="search"
        name="q"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => handleChange(target.value)}
      />
    </div>
  );
}

interface FilterFieldProps {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
}

function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{filter.label}</label>
      {filter.kind === 'record' ? (
        <RecordSelect
          id={id}
          of={filter.of}
          placeholder={KIT.any}
          value={value === '' ? null : Number(value)}
          onChange={(row) => onChange(row === null ? '' : String(row))}
        />
      ) : filter.kind === 'date' || filter.kind === 'text' ? (
        <input
          id={id}
          type={filter.kind}
          className={styles.input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <select
          id={id}
          className={styles.input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{KIT.any}</option>
          {choicesOf(filter).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

const FLAG = [
  { value: 'true', label: KIT.yes },
  { value: 'false', label: KIT.no },
] as const;

const choicesOf = (filter: Filter) =>
  filter.kind === 'choice' ? filter.choices : filter.kind === 'flag' ? FLAG : [];

function ValueText({ filter, value }: { filter: Filter; value: string }) {
  if (filter.kind === 'record') return <RecordText of={filter.of} value={value} />;
  return choicesOf(filter).find((choice) => choice.value === value)?.label ?? value;
}

const RecordText = ({ of, value }: { of: RecordChoices; value: string }) => of.useLabel(value) ?? `#${value}`;
