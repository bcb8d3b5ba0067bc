import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Webhook } from '@vidhi/contracts/webhooks.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useRouteParams } from '#shared/routing/current-route.ts';
import { MissingPage } from './missing-page.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { KIT } from '../kit/kit-texts.ts';
import { messageOf } from '../kit/message-of.ts';
import { RecordLink } from '../kit/record-link.tsx';
import { DeliveryList } from '../webhooks/delivery-list.tsx';
import { SecretNote } from '../webhooks/secret-note.tsx';
import { rotateCall, secretOf, webhookApi, type WebhookValues } from '../webhooks/webhook-api.ts';
import { WebhookForm } from '../webhooks/webhook-form.tsx';
import * as styles from '../webhooks/webhooks.module.css';

const ALL = { q: '', conditions: [], sort: '', page: 1, size: 100 } as const;

/** `/console/webhooks/:id`: one webhook with its deliveries. */
export function WebhookPage() {
  const { id = '' } = useRouteParams();
  const { data, isError, refetch } = webhookApi.useList(ALL);
  const [secret, setSecret] = useState<string | null>(null);
  const webhook = data?.rows.find((one) => String(one.id) === id);
  if (webhook === undefined && data !== undefined && !isError) return <MissingPage />;
  return (
    <>
      <header className="page-head">
        <h1>Webhook</h1>
      </header>
      {secret !== null && <SecretNote secret={secret} onClose={() => setSecret(null)} />}
      {webhook !== undefined ? (
        <WebhookView key={webhook.rev} webhook={webhook} onSecret={setSecret} />
      ) : isError ? (
        <p role="alert">
          The webhook could not be loaded.{' '}
          <button type="button" className="button button--plain" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <Skeleton shape="form" label={KIT.loading} />
      )}
      {webhook !== undefined && <DeliveryList webhook={webhook.id} />}
      <p>
        <RecordLink to="/console/webhooks">All webhooks</RecordLink>
      </p>
    </>
  );
}

interface WebhookViewProps {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

function WebhookView({ webhook, onSecret }: WebhookViewProps) {
  const { update, remove, send } = webhookApi.useWrites();
  const notices = useNotices();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { id, url, events, active, rev } = webhook;

  async function change(values: WebhookValues & { active: boolean }, done: string): Promise<string | null> {
    const { error } = await update(id, { ...values, rev });
    if (error !== undefined) return messageOf(error);
    notices.success(done);
    return null;
  }
  async function turn(isOn: boolean): Promise<void> {
    const done = isOn ? 'The webhook is on.' : 'The webhook is off.';
    const problem = await change({ url, events: events as WebhookValues['events'], active: isOn }, done);
    if (problem !== null) notices.error(problem);
  }
  async function rotate(): Promise<void> {
    const isConfirmed = await confirm({
      title: 'Replace the secret?',
      text: 'For a day everything is signed with both, so that the receiver can change over.',
      confirmLabel: 'Replace',
    });
    if (!isConfirmed) return;
    const { data, error } = await send(rotateCall(id));
    if (error === undefined) onSecret(secretOf(data));
    else notices.error(messageOf(error));
  }
  async function removeIt(): Promise<void> {
    const isConfirmed = await confirm({
      title: 'Remove this webhook?',
      text: 'What waits to be sent to it is not sent.',
      confirmLabel: 'Remove',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    const { error } = await remove(id);
    if (error !== undefined) return notices.error(messageOf(error));
    notices.success('The webhook is removed.');
    void navigate('/console/webhooks');
  }

  return (
    <>
      {!active && <p>This webhook is off: nothing is sent to it.</p>}
      <WebhookForm
        initial={webhook}
        submitLabel="Save"
        onSubmit={(values) => change({ ...values, active }, 'Saved.')}
      />
      <p className={styles.tools}>
        <button type="button" className="button button--plain" onClick={() => void turn(!active)}>
          {active ? 'Turn off' : 'Turn on'}
        </button>
        <button type="button" className="button button--plain" onClick={() => void rotate()}>
          Replace the secret
        </button>
        <button type="button" className="button button--plain" onClick={() => void removeIt()}>
          Remove
        </button>
      </p>
    </>
  );
}
