import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ADDRESS_STATES, proposedState, readPin, statesOfPin } from '@vidhi/contracts/postal-circles.ts';
import { RadioField } from '../forms/radio-field.tsx';
import { FieldError, Help, useField } from '../forms/thin-field.tsx';
import { TextAreaField, TextField } from '../forms/thin-form.tsx';
import { isNarrow } from '../browser/is-narrow.ts';
import {
  addressForm,
  ADDRESS_LABELS,
  FORM_FIELDS,
  SHIPPING_FIELDS,
  type AddressField,
  type AddressName,
  type AddressValues,
} from './address-form-definition.ts';
import { AddressPrefill } from './address-prefill.tsx';
import './address.css';

type Group = 'billing' | 'shipping';

/** `autocomplete` of each field, after `billing` or `shipping`; a landmark has none. */
const AUTOCOMPLETE: Record<AddressField, string | null> = {
  name: 'name',
  phone: 'tel',
  email: 'email',
  address: 'street-address',
  landmark: null,
  pincode: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
};

const autoCompleteOf = (field: AddressField, group: Group): string => {
  const name = AUTOCOMPLETE[field];
  return name === null ? 'off' : `${group} ${name}`;
};

const nameOf = (group: Group, field: AddressField): AddressName => `${group}Address.${field}`;

const TYPES: Partial<Record<AddressField, string>> = { phone: 'tel', email: 'email' };

const inputOf = (field: AddressField) => ({
  type: TYPES[field] ?? 'text',
  ...(field === 'pincode' ? { inputMode: 'numeric' as const } : {}),
});

/** The values that were filled in last. */
interface Fill {
  count: number;
  names: ReadonlySet<string>;
}

type OnChange = (name: AddressName, value: string) => void;

interface AddressFieldsProps {
  initial: AddressValues;
  /** Called with all values after each change. */
  onEdit: (values: AddressValues) => void;
}

/** The fields of both addresses. Their values are state, unlike those of other thin forms: one field sets others. */
export function AddressFields({ initial, onEdit }: AddressFieldsProps) {
  const [values, setValues] = useState(initial);
  const [fill, setFill] = useState<Fill>({ count: 0, names: new Set() });
  const touched = useRef(new Set<string>());
  const fields = useRef<HTMLDivElement>(null);
  const { handleChosen } = useField('sameAddress');
  const handleChanged = useEffectEvent(() => {
    const form = fields.current?.closest('form');
    if (form) handleChosen(form);
    if (values !== initial) onEdit(values);
  });
  // The form hears of what the buyer types, not of what is filled in, proposed or left out.
  useEffect(() => handleChanged(), [values]);
  // What a buyer is about to type in the focused field replaces what was filled in there, and does not follow it.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (
      focused instanceof HTMLInputElement &&
      fields.current?.contains(focused) &&
      fill.names.has(focused.name)
    )
      focused.select();
  }, [fill]);
  // An address that was requested earlier may arrive in a later render: changes build on the state, not on the render's values.
  const change = (changed: AddressValues): void => setValues((current) => ({ ...current, ...changed }));
  const handleChange: OnChange = (name, typed) => {
    touched.current.add(name);
    const value = addressForm.fields[name].normalize?.(typed) ?? typed;
    change({ [name]: value, ...stateProposal(name, value, values) });
  };
  const handleFill = (filled: AddressValues): void => {
    change(filled);
    setFill(({ count }) => ({ count: count + 1, names: new Set(Object.keys(filled)) }));
  };
  const handleSame = (sameAddress: string): void => {
    const empty = Object.fromEntries(SHIPPING_FIELDS.map((name) => [name, '']));
    change(sameAddress === 'No' ? { ...empty, sameAddress } : { sameAddress: 'Yes' });
  };
  return (
    <>
      <AddressPrefill values={values} isTouched={(name) => touched.current.has(name)} onFill={handleFill} />
      <div className="addresses" ref={fields}>
        <fieldset className="address">
          <legend className="rubric">Billing address</legend>
          <OwnFields group="billing" values={values} onChange={handleChange} />
        </fieldset>
        <fieldset className="address">
          <legend className="rubric">Shipping address</legend>
          <RadioField
            // It has its choice from the page only when the addresses of an order are filled in.
            key={fill.count}
            name="sameAddress"
            options={['Yes', 'No'].map((value) => ({ label: value, value }))}
            defaultValue={values.sameAddress ?? 'Yes'}
            onChoose={handleSame}
          />
          {values.sameAddress === 'No' ? (
            <OwnFields group="shipping" values={values} onChange={handleChange} />
          ) : (
            <CopiedFields values={values} />
          )}
        </fieldset>
      </div>
    </>
  );
}

/**
 * Returns the state that a changed PIN proposes. What the buyer has chosen stays; what an earlier PIN has proposed does not.
 */
function stateProposal(name: AddressName, pin: string, before: AddressValues): AddressValues {
  const group = name === 'billingAddress.pincode' ? 'billing' : 'shipping';
  if (name !== nameOf(group, 'pincode')) return {};
  const [state, proposal] = [before[nameOf(group, 'state')], proposedState(pin)];
  const isOpen = !state || state === proposedState(before[name] ?? '');
  return proposal !== null && isOpen ? { [nameOf(group, 'state')]: proposal } : {};
}

interface OwnFieldsProps {
  group: Group;
  values: AddressValues;
  onChange: OnChange;
}

function OwnFields({ group, values, onChange }: OwnFieldsProps) {
  return (
    <>
      {FORM_FIELDS.map((field) => {
        const name = nameOf(group, field);
        const attributes = {
          name,
          value: values[name] ?? '',
          autoComplete: autoCompleteOf(field, group),
        };
        if (field === 'state')
          return <StateField key={field} {...attributes} onChange={(state) => onChange(name, state)} />;
        const handleChange = ({ target }: { target: { value: string } }) => onChange(name, target.value);
        return field === 'address' ? (
          <TextAreaField key={field} rows={3} {...attributes} onChange={handleChange} />
        ) : (
          <TextField key={field} {...inputOf(field)} {...attributes} onChange={handleChange} />
        );
      })}
      <StateHint pin={values[nameOf(group, 'pincode')] ?? ''} state={values[nameOf(group, 'state')] ?? ''} />
    </>
  );
}

interface StateFieldProps {
  name: string;
  value: string;
  autoComplete: string;
  onChange: (state: string) => void;
}

/** The select of the browser: a phone shows its own list, and fills it in. */
function StateField({ name, value, autoComplete, onChange }: StateFieldProps) {
  const field = useField(name);
  return (
    <div className="field">
      <label htmlFor={field.id}>{field.label}</label>
      <Help {...field} />
      <select
        className="field__input"
        {...field.attributes}
        value={value}
        autoComplete={autoComplete}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Choose a state</option>
        {ADDRESS_STATES.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </select>
      <FieldError {...field} />
    </div>
  );
}

/** Says that PIN and state do not fit. The buyer decides: near a border, the post office may be in the next state. */
function StateHint({ pin, state }: { pin: string; state: string }) {
  const states = statesOfPin(pin);
  const fits = states.length === 0 || state === '' || states.includes(state);
  return (
    <output className="address__hint" hidden={fits}>
      {!fits &&
        `The pincode ${readPin(pin) ?? ''} is usually in ${new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(states)}. Please check pincode and state.`}
    </output>
  );
}

/** The billing address once more, in step with it; folded on a phone, where it would be a screen of fields to scroll over. */
function CopiedFields({ values }: { values: AddressValues }) {
  const [isOpen] = useState(() => !isNarrow());
  return (
    <details className="address__copy" open={isOpen}>
      <summary>Same as the billing address</summary>
      {FORM_FIELDS.map((field) => {
        const attributes = {
          className: field === 'address' ? 'field__input field__input--lines' : 'field__input',
          id: `copied-${field}`,
          value: values[nameOf('billing', field)] ?? '',
          autoComplete: autoCompleteOf(field, 'shipping'),
          readOnly: true,
        };
        return (
          <div key={field} className="field">
            <label htmlFor={attributes.id}>{ADDRESS_LABELS[field]}</label>
            {field === 'address' ? <textarea rows={3} {...attributes} /> : <input {...attributes} />}
          </div>
        );
      })}
    </details>
  );
}
