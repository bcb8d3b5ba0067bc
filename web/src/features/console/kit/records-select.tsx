import { Select } from 'antd';
import { useState } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import type { RecordChoices } from './define-resource.ts';
import type { CreateRecord } from './form-field.ts';
import { KIT } from './kit-texts.ts';
import { ChosenLabel } from './record-select.tsx';

interface RecordsSelectProps {
  id?: string;
  label: string;
  of: RecordChoices;
  create?: CreateRecord;
  /** Ids of the chosen rows. */
  value?: readonly number[];
  onChange?: (value: number[]) => void;
}

const NEW = 'new:';
const NO_CREATE: CreateRecord = () => async () => null;
const sameName = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();

/** Chooses rows of another resource, searched on the server, and creates one whose name is not there yet. */
export function RecordsSelect({ id, label, of, create, value = [], onChange }: RecordsSelectProps) {
  const [q, setQ] = useState('');
  const [isCreating, setCreating] = useState(false);
  const notices = useNotices();
  const choices = of.useChoices(q);
  const createRecord = (create ?? NO_CREATE)();
  const name = q.trim();
  const isNew =
    create !== undefined &&
    name !== '' &&
    choices !== undefined &&
    !choices.some((choice) => typeof choice.label === 'string' && sameName(choice.label, name));
  const handleChange = async (chosen: readonly string[]) => {
    setQ('');
    const ids = chosen.filter((one) => !one.startsWith(NEW)).map(Number);
    const wanted = chosen.find((one) => one.startsWith(NEW))?.slice(NEW.length);
    if (wanted === undefined || isCreating) return onChange?.(ids);
    setCreating(true);
    const created = await createRecord(wanted);
    setCreating(false);
    if (created === null) notices.error(KIT.notCreated(wanted));
    else onChange?.([...ids, created]);
  };
  return (
    <Select<string[]>
      mode="multiple"
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setQ, searchValue: q }}
      loading={choices === undefined || isCreating}
      notFoundContent={choices === undefined ? KIT.loading : KIT.noMatch}
      options={[
        ...value
          .filter((one) => choices?.some((choice) => choice.value === String(one)) !== true)
          .map((one) => ({ value: String(one), label: <ChosenLabel of={of} value={String(one)} /> })),
        ...(choices ?? []),
        ...(isNew ? [{ value: `${NEW}${name}`, label: KIT.createNamed(name) }] : []),
      ]}
      value={value.map(String)}
      onChange={(chosen) => void handleChange(chosen)}
    />
  );
}
