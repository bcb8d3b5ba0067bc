import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { FieldError, Help, useField } from './thin-field.tsx';
import './choice-fields.css';

interface ComboOption {
  value: string;
  label: string;
}

interface ComboFieldProps {
  name: string;
  options: readonly ComboOption[];
  placeholder?: string;
  onChoose?: (value: string) => void;
}

/** ARIA roles of a combobox, whose input keeps the focus; HTML has elements with these roles inside `select` only. */
const LIST = { role: 'listbox', tabIndex: -1 } as const;
const optionOf = (isActive: boolean, onClick: () => void) =>
  ({ role: 'option', 'aria-selected': isActive, onClick }) as const;
// Keeps the focus in the input: without it the list is removed before the click.
const PANEL = { onMouseDown: (event: MouseEvent) => event.preventDefault() } as const;

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * One of a list of options, searched by typing: an editable combobox with list autocomplete (ARIA Authoring Practices).
 * A text that is no option is replaced by the chosen one when the input loses the focus.
 */
export function ComboField({ name, options, placeholder, onChoose }: ComboFieldProps) {
  const field = useField(name);
  const { name: _name, ...attributes } = field.attributes;
  const list = useId();
  const chosenInput = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ComboOption | null>(null);
  /** Null while the input shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const search = (typed ?? '').trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(search));
  const current = isOpen ? found[active] : undefined;
  const isNothingFound = isOpen && found.length === 0;

  const noteChosen = useEffectEvent(() => {
    const form = chosenInput.current?.form;
    if (field.error !== undefined && form) field.handleChosen(form);
  });
  // After the hidden input has the value. Not when a message comes: it may be about the chosen option.
  useEffect(() => {
    if (chosen !== null) noteChosen();
  }, [chosen]);
  useEffect(() => {
    const form = chosenInput.current?.form;
    const empty = () => setChosen(null);
    form?.addEventListener('reset', empty);
    return () => form?.removeEventListener('reset', empty);
  }, []);

  const open = (at: number) => {
    setOpen(true);
    setActive(Math.max(0, at));
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: ComboOption) => {
    setChosen(option);
    close();
    onChoose?.(option.value);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((active + step + found.length) % Math.max(1, found.length));
      else open(chosen === null ? 0 : found.indexOf(chosen));
    } else if (event.key === 'Enter' && isOpen) {
      // Never submits the form: its value would be another one than the text that is shown.
      event.preventDefault();
      if (current !== undefined) choose(current);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  const handleBlur = () => {
    const whole = search === '' ? undefined : options.find(({ label }) => label.toLowerCase() === search);
    if (whole === undefined) close();
    else choose(whole);
  };
  return (
    <div className="field">
      <label htmlFor={field.id}>{field.label}</label>
      <Help {...field} />
      <div className="combo">
        <input
          className="field__input combo__input"
          {...attributes}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          aria-activedescendant={current && `${list}-${current.value}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed ?? chosen?.label ?? ''}
          onChange={({ target }) => {
            setTyped(target.value);
            open(0);
          }}
          onKeyDown={handleKey}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={({ currentTarget }) => {
            if (typed === null) currentTarget.select();
            if (!isOpen) open(chosen === null ? 0 : found.indexOf(chosen));
          }}
          onBlur={handleBlur}
        />
        <input ref={chosenInput} type="hidden" name={name} value={chosen?.value ?? ''} />
        <output className={isNothingFound ? 'combo__panel combo__none' : 'visually-hidden'}>
          {isNothingFound && 'No result found'}
        </output>
        {isOpen && (
          <div className={isNothingFound ? 'visually-hidden' : 'combo__panel'} {...PANEL}>
            <ul id={list} aria-label={field.label} {...LIST}>
              {found.map((option, index) => (
                <li
                  key={option.value}
                  className="combo__option"
                  id={`${list}-${option.value}`}
                  {...optionOf(index === active, () => choose(option))}
                >
                  {option.label}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <FieldError {...field} />
    </div>
  );
}
