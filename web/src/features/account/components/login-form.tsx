import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { alone, startSession } from '#shared/session/session-sync.ts';
import { useLoginMutation } from '../account-api.ts';
import { isMissing, missingFields, requiredMessage, type Field } from '../credentials.ts';

const NO_ANSWER = 'Our servers did not answer. Please try again in a moment.';

interface TextFieldProps {
  name: Field;
  label: string;
  type: 'text' | 'password';
  autoComplete: string;
  isInvalid: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

function TextField({ name, label, isInvalid, ...rest }: TextFieldProps) {
  const id = `login-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="field__input"
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        {...rest}
      />
      {isInvalid && (
        <p className="field__error" id={`${id}-error`}>
          {requiredMessage(name)}
        </p>
      )}
    </div>
  );
}

/** The form's own method keeps a password out of the address when it is sent before scripts run. */
export function LoginForm() {
  const [invalid, setInvalid] = useState<readonly Field[]>([]);
  const [login, { isLoading, error, reset }] = useLoginMutation();
  const failure = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error !== undefined) failure.current?.focus();
  }, [error]);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const credentials = { identifier: textOf(data, 'identifier').trim(), password: textOf(data, 'password') };
    const missing = missingFields(credentials);
    setInvalid(missing);
    if (missing[0] !== undefined) {
      reset();
      form.querySelector<HTMLInputElement>(`[name=${missing[0]}]`)?.focus();
      return;
    }
    await alone(async () => {
      const answer = await login(credentials);
      if (answer.data !== undefined) startSession(answer.data);
    });
  };
  const handleChange = ({ currentTarget: { name, value } }: ChangeEvent<HTMLInputElement>) => {
    if (!isMissing(value)) setInvalid((before) => before.filter((field) => field !== name));
  };
  const field = (name: Field) => ({ name, isInvalid: invalid.includes(name), onChange: handleChange });
  return (
    <form className="login__form" method="post" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <div aria-live="assertive">
        {error !== undefined && (
          <p ref={failure} className="field__error" tabIndex={-1}>
            {'status' in error && error.status !== 0 ? error.message : NO_ANSWER}
          </p>
        )}
      </div>
      <TextField {...field('identifier')} label="Email Id" type="text" autoComplete="username" />
      <TextField {...field('password')} label="Password" type="password" autoComplete="current-password" />
      <button className="button needs-script" type="submit" aria-disabled={isLoading || undefined}>
        {isLoading ? 'Logging in' : 'Log in'}
      </button>
    </form>
  );
}

function textOf(data: FormData, name: Field): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
