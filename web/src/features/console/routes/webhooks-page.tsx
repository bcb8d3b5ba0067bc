import { useState } from 'react';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import { SecretNote } from '../webhooks/secret-note.tsx';
import { secretOf, webhookApi, type WebhookValues } from '../webhooks/webhook-api.ts';
import { WebhookForm } from '../webhooks/webhook-form.tsx';
import * as styles from '../webhooks/webhooks.module.css';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 100 } as const;
const EMPTY = { url: '', events: [] } as const;

/** `/console/webhooks`: other software that gets events. */
export function WebhooksPage() {
  const { data, isError, refetch } = webhookApi.useList(ALL);
  const { create } = webhookApi.useWrites();
  const [secret, setSecret] = useState<string | null>(null);
  /** Changes with each new webhook, so that the form is empty again. */
  const [created, setCreated] = useState(0);

  async function add(values: WebhookValues): Promise<string | null> {
    const { data: body, error } = await create(values);
    if (error !== undefined) return messageOf(error);
    setSecret(secretOf(body));
    setCreated(created + 1);
    return null;
  }

  return (
    <>
      <header className="page-head">
        <h1>Webhooks</h1>
      </header>
      <p>
        A webhook sends a signed request to other software when something happens here. What it gets, and how
        it verifies the signature, is in docs/webhooks.md.
      </p>
      {secret !== null && <SecretNote secret={secret} onClose={() => setSecret(null)} />}
      {isError ? (
        <p role="alert">
          The webhooks could not be loaded.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : data === undefined ? (
        <Skeleton shape="list" label={KIT.loading} />
      ) : data.rows.length === 0 ? (
        <p>There are no webhooks yet.</p>
      ) : (
        <ul className={styles.rows} aria-label="Webhooks">
          {data.rows.map(({ id, url, events, active }) => (
            <li key={id}>
              <RecordLink to={`/console/webhooks/${id}`}>{url}</RecordLink>
              <span>{events.join(', ')}</span>
              {!active && <span>Off</span>}
            </li>
          ))}
        </ul>
      )}
      <h2 className={styles.title}>New webhook</h2>
      <WebhookForm key={created} initial={EMPTY} submitLabel="Add webhook" onSubmit={add} />
    </>
  );
}
