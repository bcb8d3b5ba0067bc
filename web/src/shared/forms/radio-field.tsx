import { FieldError, Help, useField } from './thin-field.tsx';
import './choice-fields.css';

interface RadioFieldProps {
  name: string;
  options: readonly { value: string; label: string }[];
  defaultValue?: string;
  onChoose?: (value: string) => void;
}

/** A choice of a few options that are all shown. */
export function RadioField({ name, options, defaultValue, onChoose }: RadioFieldProps) {
  const field = useField(name);
  const { id, name: inputName, ...attributes } = field.attributes;
  return (
    <div className="field" role="radiogroup" aria-labelledby={`${id}-name`} {...attributes}>
      <span className="field__name" id={`${id}-name`}>
        {field.label}
      </span>
      <Help {...field} />
      <div className="field__options">
        {options.map(({ value, label }, index) => (
          <label key={value} className="field__choice">
            <input
              type="radio"
              name={inputName}
              id={index === 0 ? id : undefined}
              value={value}
              defaultChecked={value === defaultValue}
              onChange={() => onChoose?.(value)}
            />{' '}
            {label}
          </label>
        ))}
      </div>
      <FieldError {...field} />
    </div>
  );
}
