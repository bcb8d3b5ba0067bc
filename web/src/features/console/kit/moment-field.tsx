import { Input } from 'antd';
import { fromIndiaField, toIndiaField } from '../article/india-time.ts';

interface MomentFieldProps {
  id?: string;
  /** Null for none. */
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** A day and time on the clocks of India, whatever zone the computer is in. */
export const MomentField = ({ id, value = null, onChange }: MomentFieldProps) => (
  <Input
    {...(id === undefined ? {} : { id })}
    type="datetime-local"
    value={toIndiaField(value)}
    onChange={({ target }) => onChange?.(fromIndiaField(target.value))}
  />
);
