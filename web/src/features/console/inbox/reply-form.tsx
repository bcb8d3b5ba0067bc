import { useId, useState } from 'react';
import { MAX_REPLY_LENGTH, type Message } from '@vidhi/contracts/inbox.ts';
import { isProblem } from '#shared/api/problem.ts';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useUnsavedGuard } from '../kit/guard.ts';
import { MissingText } from '../kit/missing-text.tsx';
import { RecordLink } from '../kit/record-link.tsx';
import type { ListQuery } from '../kit/source.ts';
import * as orders from '../orders/orders.module.css';
import * as styles from './inbox.module.css';
import { messageApi } from './message-api.ts';
import { filledTemplate, templateApi } from './template-resource.ts';

const TEMPLATES: ListQuery = { q: '', conditions: [], sort: 'title', page: 1, size: 150 };

/** Writes a reply, which is sent by mail. */
export function ReplyForm({ message }: { message: Message }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { send } = messageApi.useWrites();
  const notices = useNotices();
  const id = useId();
  const isEmpty = text.trim() === '';
  useUnsavedGuard(!isEmpty);

  const reply = async (isDone: boolean): Promise<void> => {
    if (isBusy || isEmpty) return;
    setBusy(true);
    const result = await send(
      {
        url: `/contact-messages/${message.id}/reply`,
        method: 'POST',
        body: { data: { rev: message.rev, text, is_done: isDone } },
      },
      message.id,
    );
    setBusy(false);
    if (result.error !== undefined)
      return setError(
        isProblem(result.error) && result.error.status !== 0
          ? result.error.message
          : 'That did not work. Please try again.',
      );
    // What was typed meanwhile stays.
    setText((now) => (now === text ? '' : now));
    setError(null);
    notices.success('Your reply is on its way.');
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void reply(true);
      }}
    >
      <label className="field__name" htmlFor={id}>
        Reply
      </label>
      <textarea
        id={id}
        className="field__input"
        rows={8}
        maxLength={MAX_REPLY_LENGTH}
        value={text}
        aria-describedby={`${id}-text`}
        {...(error === null ? {} : { 'aria-invalid': true })}
        onChange={({ target }) => {
          setText(target.value);
          setError(null);
        }}
      />
      <TemplateChoice
        onChoose={(template) => {
          const words = filledTemplate(template, message.name);
          setText((before) => (before.trim() === '' ? words : `${before.trimEnd()}\n\n${words}`));
        }}
      />
      <small className={orders.orderFaint} id={`${id}-text`}>
        Goes to {message.email}. What they write back comes by mail to the contact address of the site.
      </small>
      {error !== null && <p role="alert">{error}</p>}
      <div className={styles.tools}>
        <button
          type="submit"
          className="button"
          aria-disabled={isBusy || isEmpty || undefined}
          aria-describedby={`${id}-missing`}
        >
          Send, and done
        </button>
        <button
          type="button"
          className="button button--plain"
          aria-disabled={isBusy || isEmpty || undefined}
          aria-describedby={`${id}-missing`}
          onClick={() => void reply(false)}
        >
          Send
        </button>
        <MissingText id={`${id}-missing`} text={isEmpty ? 'Write a reply first.' : null} />
      </div>
    </form>
  );
}

/** Adds the text of a template. */
function TemplateChoice({ onChoose }: { onChoose: (text: string) => void }) {
  const templates = templateApi.useList(TEMPLATES).data?.rows ?? [];
  return (
    <div className={styles.tools}>
      {templates.length > 0 && (
        <select
          className="field__input"
          aria-label="Add a template"
          value=""
          onChange={({ target }) => {
            const chosen = templates.find((template) => String(template.id) === target.value);
            if (chosen !== undefined) onChoose(chosen.text);
          }}
        >
          <option value="">Add a template …</option>
          {templates.map((template) => (
            <option key={template.id} value={template.id}>
              {template.title}
            </option>
          ))}
        </select>
      )}
      <RecordLink to="/console/reply-templates">Edit templates</RecordLink>
    </div>
  );
}
