import { LAYOUT_LIMITS } from '@vidhi/contracts/site-layout.ts';
import { KIT } from '../kit/kit-texts.ts';
import { useRowFocus } from '../kit/row-focus.ts';
import * as kit from '../kit.module.css';
import { moved, newLink, type DraftLink } from './layout-draft.ts';
import * as styles from './layout-editor.module.css';

interface MoveButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  /** Absent where entries cannot be removed. */
  onRemove?: () => void;
}

/** Buttons that move and remove an entry of a list. Those without effect keep the focus of who moves an entry to its end. */
export const MoveButtons = ({ name, isFirst, isLast, onMove, onRemove }: MoveButtonsProps) => (
  <span className={styles.moves}>
    <button
      type="button"
      className={kit.tool}
      aria-label={KIT.up(name)}
      aria-disabled={isFirst || undefined}
      onClick={() => !isFirst && onMove(-1)}
    >
      ↑
    </button>
    <button
      type="button"
      className={kit.tool}
      aria-label={KIT.down(name)}
      aria-disabled={isLast || undefined}
      onClick={() => !isLast && onMove(1)}
    >
      ↓
    </button>
    {onRemove !== undefined && (
      <button type="button" className={kit.tool} aria-label={`Remove ${name}`} onClick={onRemove}>
        ×
      </button>
    )}
  </span>
);

interface LinkRowsProps {
  /** Name of the list. */
  name: string;
  links: readonly DraftLink[];
  max: number;
  onChange: (links: readonly DraftLink[]) => void;
}

/** A list of links: name and address of each, their order, and an empty one to add. */
export function LinkRows({ name, links, max, onChange }: LinkRowsProps) {
  const { list, add, beforeRemoval } = useRowFocus<HTMLOListElement>();
  return (
    <>
      <ol className={styles.links} ref={list}>
        {links.map((link, at) => {
          const label = link.name.trim() || `link ${at + 1} of ${name}`;
          return (
            <li key={link.key} className={styles.row}>
              <input
                className="field__input"
                aria-label={`Name of link ${at + 1} of ${name}`}
                placeholder="Name"
                maxLength={LAYOUT_LIMITS.name}
                value={link.name}
                onChange={({ target }) => onChange(links.with(at, { ...link, name: target.value }))}
              />
              <input
                className="field__input"
                aria-label={`Address of link ${at + 1} of ${name}`}
                placeholder="/about or https://"
                maxLength={LAYOUT_LIMITS.path}
                spellCheck={false}
                autoCapitalize="none"
                value={link.path}
                onChange={({ target }) => {
                  const { key, name: text } = link;
                  onChange(links.with(at, { key, name: text, path: target.value }));
                }}
              />
              <MoveButtons
                name={label}
                isFirst={at === 0}
                isLast={at === links.length - 1}
                onMove={(by) => onChange(moved(links, at, by))}
                onRemove={() => {
                  beforeRemoval(at);
                  onChange(links.toSpliced(at, 1));
                }}
              />
            </li>
          );
        })}
      </ol>
      {links.length < max && (
        <button ref={add} type="button" className={kit.tool} onClick={() => onChange([...links, newLink()])}>
          Add a link to {name}
        </button>
      )}
    </>
  );
}
