import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface TabsProps<Key extends string> {
  /** Accessible name of the list. */
  label: string;
  tabs: readonly { key: Key; label: string }[];
  active: Key;
  onChoose: (key: Key) => void;
  /** The panel of the active tab. */
  children: ReactNode;
}

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Tabs of the ARIA pattern with manual activation: the arrow keys, Home and End move the focus, Enter and Space choose,
 * because a tab may lead to another page.
 */
export function Tabs<Key extends string>({ label, tabs, active, onChoose, children }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const handleKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.currentTarget);
    const step = STEPS[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? -1
          : step === undefined
            ? null
            : (at + step) % buttons.length;
    if (to === null) return;
    event.preventDefault();
    buttons.at(to)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tabs__list" ref={list} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            className="tabs__tab"
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === active}
            aria-controls={tab.key === active ? `${id}-panel` : undefined}
            tabIndex={tab.key === active ? 0 : -1}
            onKeyDown={handleKey}
            onClick={() => tab.key !== active && onChoose(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`}>
        {children}
      </div>
    </div>
  );
}
