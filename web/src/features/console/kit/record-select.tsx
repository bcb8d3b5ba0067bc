import { Select } from 'antd';
import { useState } from 'react';
import type { RecordChoices } from './define-resource.ts';
import { KIT } from './kit-texts.ts';

interface RecordSelectProps {
  id?: string;
  of: RecordChoices;
  /** Id of the chosen row; null for none. */
  value?: number | null;
  onChange?: (value: number | null) => void;
  /** Stands in the field while no row is chosen: by default that there is none. */
  placeholder?: string;
  'aria-label'?: string;
}

/** Chooses one row of another resource, searched on the server. */
export function RecordSelect(props: RecordSelectProps) {
  const { id, of, value = null, onChange, placeholder = KIT.none, ...rest } = props;
  const [q, setQ] = useState('');
  const choices = of.useChoices(q);
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={rest['aria-label']}
      showSearch={{ filterOption: false, onSearch: setQ }}
      onInputKeyDown={(event) => {
        // The list stays open until it has something to take.
        if (event.key !== 'Enter' || choices !== undefined) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      allowClear
      placeholder={placeholder}
      loading={choices === undefined}
      notFoundContent={choices === undefined ? KIT.loading : KIT.noMatch}
      options={[
        ...(value !== null && choices?.some((choice) => choice.value === String(value)) !== true
          ? [{ value: String(value), label: <ChosenLabel of={of} value={String(value)} /> }]
          : []),
        ...(choices ?? []),
      ]}
      value={value === null ? null : String(value)}
      onChange={(chosen: string | null | undefined) =>
        onChange?.(chosen === null || chosen === undefined ? null : Number(chosen))
      }
    />
  );
}

/** The label of a chosen row that is not among the loaded choices. */
export const ChosenLabel = ({ of, value }: { of: RecordChoices; value: string }) =>
  of.useLabel(value) ?? `#${value}`;
