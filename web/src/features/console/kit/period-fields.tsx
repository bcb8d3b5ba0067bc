import { Input } from 'antd';
import { useId } from 'react';
import { FormField } from '../orders/form-field.tsx';

/** First and last day of a period, YYYY-MM-DD; empty while one is not chosen. */
interface Period {
  from: string;
  to: string;
}

/** The fields of the first and the last day of a period. */
export function PeriodFields({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const id = useId();
  const field = (key: keyof Period, label: string) => (
    <FormField id={`${id}-${key}`} label={label}>
      <Input
        id={`${id}-${key}`}
        type="date"
        value={period[key]}
        onChange={({ target }) => onChange({ ...period, [key]: target.value })}
      />
    </FormField>
  );
  return (
    <>
      {field('from', 'From')}
      {field('to', 'Until')}
    </>
  );
}
