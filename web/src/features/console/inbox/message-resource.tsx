import type { MessageRow, MessageState } from '@vidhi/contracts/inbox.ts';
import { formatMoment } from '#shared/text/dates.ts';
import { choiceFilter } from '../kit/choice-filter.ts';
import { defineResource, type RowAction } from '../kit/define-resource.ts';
import * as styles from '../kit.module.css';
import { assigneeColumn, assigneeFilter } from './assignee-column.tsx';
import { changeMessage, INBOX_PATH, MESSAGE_STATE_NAMES, messageListApi } from './message-api.ts';

export const MESSAGE_BADGES: Readonly<Record<MessageState, string>> = {
  new: styles.badgeWarm,
  open: styles.badgeWarm,
  done: styles.badgeGood,
  spam: styles.badgeSoft,
};

/** An action that moves a message to another state. */
const move = (
  key: string,
  label: string,
  state: 'open' | 'done' | 'spam',
  from: readonly MessageState[],
): RowAction<MessageRow> => ({
  key,
  label,
  isBulk: true,
  isPossible: (row) => from.includes(row.state),
  run: ({ id, rev }, { send }) => send(changeMessage(id, { rev, state }), id),
});

export const messageResource = defineResource<MessageRow>({
  api: messageListApi,
  one: 'Message',
  many: 'Inbox',
  path: INBOX_PATH,
  writers: ['people'],
  canCreate: false,
  // Addresses of people leave the site by no export that the audit log does not see.
  isExported: false,
  defaultSort: '-received',
  columns: [
    {
      key: 'subject',
      label: 'Subject',
      isTitle: true,
      render: ({ subject }) => subject || 'Without a subject',
    },
    {
      key: 'from',
      label: 'From',
      render: ({ name, email }) => [name, email].filter((part) => part !== null && part !== '').join(', '),
    },
    {
      key: 'state',
      label: 'State',
      render: ({ state }) => (
        <span className={`${styles.badge} ${MESSAGE_BADGES[state]}`}>{MESSAGE_STATE_NAMES[state]}</span>
      ),
      text: ({ state }) => MESSAGE_STATE_NAMES[state],
    },
    assigneeColumn,
    {
      key: 'received',
      label: 'Received',
      sort: 'received',
      render: ({ received_at: at }) => formatMoment(at),
    },
    { key: 'replies', label: 'Replies', isNumber: true, render: ({ replies }) => replies },
    {
      key: 'replied',
      label: 'Last reply',
      isOptional: true,
      render: ({ replied_at: at }) => formatMoment(at ?? ''),
    },
  ],
  filters: [choiceFilter('state', 'State', MESSAGE_STATE_NAMES), assigneeFilter],
  actions: [
    move('done', 'Done', 'done', ['new', 'open']),
    move('spam', 'Spam', 'spam', ['new', 'open', 'done']),
    move('reopen', 'Open again', 'open', ['done', 'spam']),
  ],
  empty: {
    title: 'No messages yet',
    hint: 'What people write with the contact form of the site comes in here, and by mail to its contact address.',
  },
});
