import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
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
  /** Names that are being created: others can be chosen meanwhile. */
  const [creating, setCreating] = useState<readonly string[]>([]);
  const latest = useRef(value);
  useEffect(() => void (latest.current = value), [value]);
  const notices = useNotices();
  const choices = of.useChoices(q);
  const createRecord = (create ?? NO_CREATE)();
  const name = q.trim();
  const isNew =
    create !== undefined &&
    name !== '' &&
    choices !== undefined &&
    !creating.some((one) => sameName(one, name)) &&
    !choices.some((choice) => typeof choice.label === 'string' && sameName(choice.label, name));
  const change = (ids: number[]): void => {
    latest.current = ids;
    onChange?.(ids);
  };
  const handleChange = async (chosen: readonly string[]) => {
    setQ('');
    change(chosen.filter((one) => !one.startsWith(NEW)).map(Number));
    const wanted = chosen.find((one) => one.startsWith(NEW))?.slice(NEW.length);
    if (wanted === undefined) return;
    setCreating((names) => [...names, wanted]);
    const created = await createRecord(wanted);
    setCreating((names) => names.filter((one) => one !== wanted));
    if (created === null) notices.error(KIT.notCreated(wanted));
    else change([...latest.current, created]);
  };
  return (
    <Select<string[]>
      mode="multiple"
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setQ, searchValue: q }}
      loading={choices === undefined || creating.length > 0}
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
