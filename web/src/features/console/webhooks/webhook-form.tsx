import { Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@vidhi/contracts/webhooks.ts';
import { FormField } from '../orders/form-field.tsx';
import type { WebhookValues } from './webhook-api.ts';
import * as styles from './webhooks.module.css';

interface WebhookFormProps {
  initial: { url: string; events: readonly string[] };
  submitLabel: string;
  /** Resolves with what is wrong, or null. */
  onSubmit: (values: WebhookValues) => Promise<string | null>;
}

/** Address and events of a webhook. */
export function WebhookForm({ initial, submitLabel, onSubmit }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    WEBHOOK_EVENT_NAMES.filter((name) => initial.events.includes(name)),
  );
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (url.trim() === '') return setFault('Please enter the address.');
    if (events.length === 0) return setFault('Please choose an event.');
    setBusy(true);
    setFault(await onSubmit({ url: url.trim(), events: [...events] }));
    setBusy(false);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <FormField id="webhook-url" label="Address">
        <Input
          id="webhook-url"
          type="url"
          value={url}
          maxLength={2_000}
          placeholder="https://"
          onChange={({ target }) => setUrl(target.value)}
        />
      </FormField>
      <fieldset className={styles.events}>
        <legend>Send when</legend>
        {WEBHOOK_EVENT_NAMES.map((name) => (
          <label key={name} className={styles.event}>
            <input
              type="checkbox"
              checked={events.includes(name)}
              onChange={({ target }) =>
                setEvents(target.checked ? [...events, name] : events.filter((one) => one !== name))
              }
            />
            {WEBHOOK_EVENTS[name]}
          </label>
        ))}
      </fieldset>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <p>
        <button type="submit" className="button" disabled={isBusy}>
          {submitLabel}
        </button>
      </p>
    </form>
  );
}
