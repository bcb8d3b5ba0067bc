import type {
  Message,
  MessageChange,
  MessagePage,
  MessageRow,
  MessageState,
} from '@vidhi/contracts/inbox.ts';
import type { Colleague } from '@vidhi/contracts/staff.ts';
import { listPath } from '../kit/list-path.ts';
import { resourceApi } from '../kit/resource-api.ts';
import type { ListQuery } from '../kit/source.ts';

export const INBOX_PATH = '/console/inbox';

export const MESSAGE_STATE_NAMES: Readonly<Record<MessageState, string>> = {
  new: 'New',
  open: 'Open',
  done: 'Done',
  spam: 'Spam',
};

const list = listPath('/contact-messages');

export const changeMessage = (id: string, data: MessageChange) => ({
  url: `/contact-messages/${id}`,
  method: 'PUT',
  body: { data },
});

export const messageListApi = resourceApi<MessageRow>('messages', {
  list,
  toPage: (body) => {
    const { data, meta } = body as MessagePage;
    return { rows: data, total: meta.pagination.total };
  },
});

/** One message with its replies. */
export const messageApi = resourceApi<Message>('message', {
  list,
  toPage: () => ({ rows: [], total: 0 }),
  one: (id) => `/contact-messages/${id}`,
  toRow: (body) => (body as { data: Message }).data,
});

const colleagueApi = resourceApi<Colleague>('people-desk', {
  list: () => '/staff/people',
  toPage: (body) => {
    const { data } = body as { data: Colleague[] };
    return { rows: data, total: data.length };
  },
});

const ALL: ListQuery = { q: '', conditions: [], sort: '', page: 1, size: 150 };

/** Those of the desk, by name; none while they load, and where they cannot be loaded. */
export const useColleagues = (): readonly Colleague[] => colleagueApi.useList(ALL).data?.rows ?? [];

export const colleagueName = (colleagues: readonly Colleague[], id: number | null): string =>
  id === null ? 'Nobody' : (colleagues.find((one) => one.id === id)?.name ?? `Account ${id}`);
