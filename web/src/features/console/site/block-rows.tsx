import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { movedTo, type DraftBlock } from './front-draft.ts';
import { MoveButtons } from './link-rows.tsx';
import * as styles from './layout-editor.module.css';

interface BlockRowsProps<Key> {
  /** Name of the list. */
  label: string;
  blocks: readonly DraftBlock<Key>[];
  /** Returns name and explanation of an entry. */
  textsOf: (key: Key) => { name: string; hint?: string | undefined };
  onChange: (blocks: readonly DraftBlock<Key>[]) => void;
}

const STEPS: Readonly<Partial<Record<string, -1 | 1>>> = { ArrowUp: -1, ArrowDown: 1 };

/** A list whose entries are shown or hidden, and ordered by buttons, by Alt with an arrow key, and by dragging. */
export function BlockRows<Key extends string | number>({
  label,
  blocks,
  textsOf,
  onChange,
}: BlockRowsProps<Key>) {
  const id = useId();
  const dragged = useRef<number | null>(null);
  const [announcement, setAnnouncement] = useState('');

  function move(from: number, to: number): void {
    const block = blocks[from];
    const changed = movedTo(blocks, from, to);
    if (block === undefined || changed === blocks) return;
    onChange(changed);
    setAnnouncement(`${textsOf(block.key).name}: place ${to + 1} of ${blocks.length}`);
  }

  const handleKey = (event: KeyboardEvent, at: number): void => {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    move(at, at + step);
  };

  const handleDrop = (to: number): void => {
    const from = dragged.current;
    dragged.current = null;
    if (from !== null) move(from, to);
  };

  return (
    <>
      <table className={styles.blocks} aria-label={label}>
        <tbody>
          {blocks.map((block, at) => {
            const { name, hint } = textsOf(block.key);
            return (
              <tr
                key={block.key}
                draggable
                onDragStart={() => (dragged.current = at)}
                onDragEnd={() => (dragged.current = null)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => {
                  event.preventDefault();
                  handleDrop(at);
                }}
              >
                <td className={styles.tick}>
                  <input
                    type="checkbox"
                    id={`${id}-${block.key}`}
                    aria-label={name}
                    aria-describedby={hint === undefined ? undefined : `${id}-${block.key}-hint`}
                    checked={block.isShown}
                    onChange={({ target }) =>
                      onChange(blocks.with(at, { ...block, isShown: target.checked }))
                    }
                    onKeyDown={(event) => handleKey(event, at)}
                  />
                </td>
                <th scope="row">
                  <label htmlFor={`${id}-${block.key}`}>{name}</label>
                  {hint !== undefined && <small id={`${id}-${block.key}-hint`}>{hint}</small>}
                </th>
                <td>
                  <MoveButtons
                    name={name}
                    isFirst={at === 0}
                    isLast={at === blocks.length - 1}
                    onMove={(by) => move(at, at + by)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <output className="visually-hidden">{announcement}</output>
    </>
  );
}
