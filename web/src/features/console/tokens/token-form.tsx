import { Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { API_SCOPES, API_SCOPE_NAMES, type ApiScope } from '@vidhi/contracts/api-tokens.ts';
import { FormField } from '../orders/form-field.tsx';
import type { NewToken } from './token-api.ts';
import * as styles from './tokens.module.css';

const DAYS = [30, 90, 365] as const;
const MIN_NAME = 3;

interface TokenFormProps {
  /** Resolves with what is wrong, or null. */
  onCreate: (values: NewToken) => Promise<string | null>;
}

/** Name, scopes and expiry of a new token. */
export function TokenForm({ onCreate }: TokenFormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>([]);
  const [days, setDays] = useState<number>(DAYS[1]);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim().length < MIN_NAME) return setFault('Please give it a name that says who uses it.');
    if (scopes.length === 0) return setFault('Please choose what it may do.');
    setBusy(true);
    const problem = await onCreate({ name: name.trim(), scopes: [...scopes], expires_in_days: days });
    setBusy(false);
    setFault(problem);
    if (problem !== null) return;
    setName('');
    setScopes([]);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void create(event)}>
      <FormField id="token-name" label="Name">
        <Input
          id="token-name"
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </FormField>
      <fieldset className={styles.scopes}>
        <legend>It may</legend>
        {API_SCOPE_NAMES.map((scope) => (
          <label key={scope} className={styles.scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
            {API_SCOPES[scope].label}
          </label>
        ))}
      </fieldset>
      <FormField id="token-days" label="Expires after">
        <select id="token-days" value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {count} days
            </option>
          ))}
        </select>
      </FormField>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <p>
        <button type="submit" className="button" disabled={isBusy}>
          Create token
        </button>
      </p>
    </form>
  );
}
