import { Select } from 'antd';
import { useEffect, useState } from 'react';
import type { Choice, ChoiceList, Narrowing } from './choice.ts';
import { useChoicesQuery } from './choices-api.ts';

interface ChoiceSelectProps {
  list: ChoiceList;
  narrowing?: Narrowing;
  /** Set by the form's field. */
  id?: string;
  value?: readonly Choice[];
  onChange?: (choices: Choice[]) => void;
}

const TYPING_PAUSE_MS = 250;
const NO_CHOICES: readonly Choice[] = [];
const NOT_NARROWED: Narrowing = {};

/** Several documents of a list of the catalogue, which are searched by name on the server. */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { list, narrowing = NOT_NARROWED, value = NO_CHOICES, onChange, ...field } = props;
  const [typed, setTyped] = useState('');
  const search = useSettledText(typed.trim());
  const [isOpen, setOpen] = useState(false);
  const { currentData: found = NO_CHOICES, isFetching } = useChoicesQuery(
    { list, search, narrowing },
    { skip: !isOpen },
  );
  const known = new Map([...value, ...found].map((choice) => [choice.id, choice]));
  const handleChange = (ids: number[]) => {
    setTyped('');
    onChange?.(ids.flatMap((id) => known.get(id) ?? []));
  };
  return (
    <Select<number[]>
      {...field}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      loading={isFetching}
      notFoundContent={isFetching ? 'Loading' : 'No result found'}
      onOpenChange={setOpen}
      options={[...(search === '' ? known.values() : found)].map(({ id, name }) => ({
        value: id,
        label: name,
      }))}
      labelRender={({ value: id }) => known.get(Number(id))?.name}
      value={value.map(({ id }) => id)}
      onChange={handleChange}
    />
  );
}

/** Returns the text once it has not changed for a moment; the empty text at once. */
function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
