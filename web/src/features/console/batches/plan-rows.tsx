import { Input } from 'antd';
import { useState } from 'react';
import type { RowPlan } from './import-plan.ts';
import * as styles from '../books/books.module.css';

interface PlanRowsProps {
  rows: readonly RowPlan<unknown>[];
  /** Column of the name, which stands above the values of a new document. */
  titleColumn: string;
  /** The text of a cell. */
  cellOf: (row: number, column: string) => string;
  onCorrect: (row: number, column: string, text: string) => void;
}

/** Rows that are shown at once: a file may have thousands. */
const SHOWN = 100;

/** The values of a new document in one line; its name stands above. */
const valuesText = ({ changes }: RowPlan<unknown>, titleColumn: string): string =>
  changes
    .filter(({ column }) => column !== titleColumn)
    .map(({ column, to }) => `${column} ${to}`)
    .join(' · ');

const URGENCY: Readonly<Record<RowPlan<unknown>['kind'], number>> = {
  failed: 0,
  changed: 1,
  new: 2,
  same: 3,
};

/** The plan of each row of a file: what needs a look first. Cells with faults can be corrected here. */
export function PlanRows({ rows, titleColumn, cellOf, onCorrect }: PlanRowsProps) {
  const [shown, setShown] = useState(SHOWN);
  const sorted = rows.toSorted((a, b) => URGENCY[a.kind] - URGENCY[b.kind]);
  return (
    <>
      <ul className={styles.bookRows}>
        {sorted.slice(0, shown).map((row) => (
          <li key={row.number}>
            <b>
              Row {row.number}: {row.title || `without a ${titleColumn}`}
            </b>
            {row.kind === 'new' && ', new'}
            {row.kind === 'changed' && ', changed'}
            {row.kind === 'new' && <p className={styles.bookFaint}>{valuesText(row, titleColumn)}</p>}
            {row.kind === 'changed' && (
              <ul>
                {row.changes.map(({ column, from, to }) => (
                  <li key={column}>
                    {column}: {from || 'empty'} → {to || 'empty'}
                  </li>
                ))}
              </ul>
            )}
            {row.notes?.map((note) => (
              <p key={note} className={styles.bookFaint}>
                {note}
              </p>
            ))}
            {row.faults.map(({ column, message }, index, all) => (
              <Fault
                // The fault of a column keeps its field when those before it are corrected.
                key={`${column ?? ''} ${all.slice(0, index).filter((one) => one.column === column).length}`}
                label={`Row ${row.number}, ${column ?? 'row'}`}
                message={message}
                text={column === null ? null : cellOf(row.number, column)}
                onCorrect={(text) => {
                  if (column !== null) onCorrect(row.number, column, text);
                }}
              />
            ))}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <button type="button" className="button button--plain" onClick={() => setShown(shown + SHOWN)}>
          Show {Math.min(SHOWN, rows.length - shown)} more of {rows.length}
        </button>
      )}
    </>
  );
}

interface FaultProps {
  label: string;
  message: string;
  /** Null where no single cell is wrong. */
  text: string | null;
  onCorrect: (text: string) => void;
}

/** Moves the focus to the field after this one; returns false for the last. */
function focusNext(field: HTMLInputElement): boolean {
  const fields = [...(field.closest('ul')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(field) + 1];
  next?.focus();
  return next !== undefined;
}

function Fault({ label, message, text, onCorrect }: FaultProps) {
  const [value, setValue] = useState(text ?? '');
  if (text === null)
    return (
      <p className={styles.bookFault}>
        {label}: {message}
      </p>
    );
  const correct = (): void => {
    if (value !== text) onCorrect(value);
  };
  return (
    <label>
      <span className={styles.bookFault}>
        {label}: {message}
      </span>
      <Input
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onBlur={correct}
        onPressEnter={({ currentTarget }) => {
          // The field goes when its cell is right: the next one has the focus then, and what is typed is not lost.
          if (!focusNext(currentTarget)) correct();
        }}
      />
    </label>
  );
}
