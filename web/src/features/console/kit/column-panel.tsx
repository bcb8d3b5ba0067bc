import { useId, useState } from 'react';
import * as styles from '../kit.module.css';
import { titleColumnOf, type Resource } from './define-resource.ts';
import { KIT } from './kit-texts.ts';
import { SIZES } from './list-url.ts';
import type { RowId } from './source.ts';
import type { ListStateApi } from './use-list-state.ts';
import type { Density } from './use-density.ts';

interface ColumnPanelProps<Row extends { id: RowId }> {
  resource: Resource<Row>;
  list: ListStateApi;
  /** Keys of the shown columns, in order. */
  shown: readonly string[];
  density: Density;
  onDensity: (density: Density) => void;
}

/** A button that opens the choice of columns, their order, the height of rows and their number. */
export function ColumnPanel<Row extends { id: RowId }>(props: ColumnPanelProps<Row>) {
  const { resource, list, shown, density, onDensity } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const title = titleColumnOf(resource).key;
  const hidden = resource.columns.filter(({ key }) => !shown.includes(key)).map(({ key }) => key);
  const set = (columns: readonly string[]) => list.change({ columns });
  const move = (key: string, step: number) => {
    const others = shown.filter((one) => one !== key);
    set(others.toSpliced(shown.indexOf(key) + step, 0, key));
  };
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {KIT.columns}
      </button>
      {isOpen && (
        <section className={styles.columns} id={id} aria-label={KIT.columns}>
          <ul>
            {[...shown, ...hidden].map((key) => {
              const label = resource.columns.find((column) => column.key === key)?.label ?? key;
              const at = shown.indexOf(key);
              return (
                <li key={key}>
                  <label>
                    <input
                      type="checkbox"
                      checked={at !== -1}
                      disabled={key === title}
                      onChange={() => set(at === -1 ? [...shown, key] : shown.filter((one) => one !== key))}
                    />
                    {label}
                  </label>
                  {at > 0 && (
                    <>
                      <button
                        type="button"
                        aria-label={KIT.up(label)}
                        aria-disabled={at === 1 || undefined}
                        onClick={() => at > 1 && move(key, -1)}
                      >
                        ↑
                      </button>
                      <button
                        type="button"
                        aria-label={KIT.down(label)}
                        aria-disabled={at === shown.length - 1 || undefined}
                        onClick={() => at < shown.length - 1 && move(key, 1)}
                      >
                        ↓
                      </button>
                    </>
                  )}
                </li>
              );
            })}
          </ul>
          <div className={styles.columnsMore}>
            <label>
              {KIT.density}
              <select
                className={styles.input}
                value={density}
                onChange={({ target }) => onDensity(target.value === 'compact' ? 'compact' : 'comfortable')}
              >
                <option value="comfortable">{KIT.comfortable}</option>
                <option value="compact">{KIT.compact}</option>
              </select>
            </label>
            <label>
              {KIT.rows}
              <select
                className={styles.input}
                value={list.state.size}
                onChange={({ target }) => list.change({ size: Number(target.value) })}
              >
                {SIZES.map((size) => (
                  <option key={size}>{size}</option>
                ))}
              </select>
            </label>
            <button
              type="button"
              className={styles.textButton}
              onClick={() => list.change({ columns: null })}
            >
              {KIT.resetColumns}
            </button>
          </div>
        </section>
      )}
    </>
  );
}
